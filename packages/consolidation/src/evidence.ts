import { squeeze } from './line-text.ts';

/** A text file prepared for searching: its content without white space, and where lines begin. */
export type QuotableText = {
  readonly lines: readonly string[];
  /** The same lines without white space. */
  readonly squeezedLines: readonly string[];
  readonly squeezed: string;
  /** Offset in `squeezed` at which each line begins. */
  readonly offsets: readonly number[];
};

/** Lines that a quote covers, 1-based and inclusive. */
export type QuotedLines = { readonly line: number; readonly endLine: number };

export type EvidenceLocation =
  | { readonly kind: 'found'; readonly at: QuotedLines }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unquoted' };

/** Marks with which a quote leaves something out: an ellipsis, or a redacted secret. */
const elision = /\*{3,}|[•…]+|\.{3,}|[[<{(]\s*redacted[^\])}>]*[\])}>]/giu;
/** How far apart, without white space, the parts of an elided quote may lie. */
const longestElision = 2000;
/** A quote that stands at more places says nothing about where; the first ones will do. */
const mostPlaces = 1000;

export function quotable(lines: readonly string[]): QuotableText {
  const squeezedLines = lines.map(squeeze);
  const offsets: number[] = [];
  let length = 0;
  for (const line of squeezedLines) {
    offsets.push(length);
    length += line.length;
  }
  return { lines, squeezedLines, squeezed: squeezedLines.join(''), offsets };
}

/**
 * Looks a quote up in a text, preferring the place nearest to the reported lines.
 *
 * White space, code fences and the `+`/`-` marks of a diff do not count; elisions (`…`, `***`)
 * match anything. A quote without content is `unquoted`.
 */
export function locateEvidence(
  evidence: string,
  text: QuotableText,
  reported: QuotedLines,
): EvidenceLocation {
  const readings = [evidence, withoutDiffMarks(evidence)].map(fragmentsOf);
  if (readings.every((fragments) => fragments.length === 0)) return { kind: 'unquoted' };
  for (const fragments of readings) {
    const here = placesOf(fragments, text, windowOf(fragments, text, reported)).find(
      (place) => distance(place, reported) === 0,
    );
    if (here !== undefined) return { kind: 'found', at: here };
  }
  for (const fragments of readings) {
    const places = placesOf(fragments, text, { from: 0, to: text.squeezed.length });
    const nearest = places.reduce<QuotedLines | null>(
      (best, place) =>
        best === null || distance(place, reported) < distance(best, reported) ? place : best,
      null,
    );
    if (nearest !== null) return { kind: 'found', at: nearest };
  }
  return { kind: 'absent' };
}

/** Lines that a finding covers; an end before its line does not count. */
export function rangeOf(finding: {
  readonly line: number;
  readonly endLine?: number | undefined;
}): QuotedLines {
  return { line: finding.line, endLine: Math.max(finding.line, finding.endLine ?? finding.line) };
}

/** Lines between two ranges; 0 when they overlap. */
export function distance(a: QuotedLines, b: QuotedLines): number {
  return Math.max(0, a.line - b.endLine, b.line - a.endLine);
}

function fragmentsOf(evidence: string): readonly string[] {
  return evidence
    .replace(/^\s*```.*$/gmu, '')
    .split(elision)
    .map(squeeze)
    .map((fragment) => fragment.replace(/^`+|`+$/gu, ''))
    .filter((fragment) => fragment !== '');
}

function withoutDiffMarks(evidence: string): string {
  return evidence.replace(/^(?:[+-]|\s*\d+\s*[:|])/gmu, '');
}

/** A stretch of the squeezed text, in which a quote must begin. */
type Window = { readonly from: number; readonly to: number };

/** Where a quote that touches the reported lines may begin. */
function windowOf(fragments: readonly string[], text: QuotableText, reported: QuotedLines): Window {
  const start = text.offsets[reported.line - 1] ?? text.squeezed.length;
  const elided = longestElision * (fragments.length - 1);
  const length = fragments.reduce((sum, fragment) => sum + fragment.length, elided);
  return {
    from: Math.max(0, start - length),
    to: text.offsets[reported.endLine] ?? text.squeezed.length,
  };
}

function placesOf(
  fragments: readonly string[],
  text: QuotableText,
  { from, to }: Window,
): readonly QuotedLines[] {
  const [first, ...rest] = fragments;
  if (first === undefined) return [];
  const places: QuotedLines[] = [];
  for (
    let start = text.squeezed.indexOf(first, from);
    start >= 0 && start < to && places.length < mostPlaces;
    start = text.squeezed.indexOf(first, start + 1)
  ) {
    const end = endOfRest(text.squeezed, start + first.length, rest);
    if (end !== null) {
      places.push({ line: lineAt(text.offsets, start), endLine: lineAt(text.offsets, end - 1) });
    }
  }
  return places;
}

function endOfRest(squeezed: string, from: number, rest: readonly string[]): number | null {
  let end = from;
  for (const fragment of rest) {
    const next = squeezed.indexOf(fragment, end);
    if (next < 0 || next - end > longestElision) return null;
    end = next + fragment.length;
  }
  return end;
}

/** 1-based line that holds an offset of the squeezed text: the last line that begins at or before it. */
function lineAt(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
