import type { Anchor, Candidate, ReportedFinding, Review } from '@magi/contracts';
import { enclosingSymbol } from './enclosing-symbol.ts';
import {
  distance,
  locateEvidence,
  type QuotableText,
  type QuotedLines,
  quotable,
  rangeOf,
} from './evidence.ts';
import { squeeze } from './line-text.ts';
import { changedFileOf, originOf } from './origin.ts';
import { digestOf, sha256 } from './sha256.ts';

export type ReviewedText = {
  readonly candidate: Candidate;
  /** Lines of a file of the reviewed tree (`head`) or of its base; null where it has no such text. */
  lines(side: 'base' | 'head', file: string): readonly string[] | null;
};

/**
 * Measures every finding of a review against the reviewed tree and writes the result beside it.
 *
 * The quoted evidence must stand at the reported lines (`exact`) or elsewhere in the file (then the
 * finding moves there, `reanchored`). A quote that is not in the file, a line beyond its end and a
 * file that does not exist demote the finding to `info`, with the reason; each correction is also a
 * fault of the reviewer. What a scanner wrote into `anchor` is never believed.
 */
export function anchorReview(review: Review, text: ReviewedText): Review {
  if (review.status === 'failed') return review;
  const source = cachedText(text);
  const anchored = review.findings.map((finding) => anchorFinding(finding, text.candidate, source));
  const faults = [...(review.faults ?? []), ...anchored.flatMap((finding) => faultsOf(finding))];
  return { ...review, findings: anchored, ...(faults.length > 0 && { faults }) };
}

type Source = (side: 'base' | 'head', file: string) => QuotableText | null;

function cachedText(text: ReviewedText): Source {
  const known = new Map<string, QuotableText | null>();
  return (side, file) => {
    const key = `${side}:${file}`;
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const lines = text.lines(side, file);
    const prepared = lines === null ? null : quotable(lines);
    known.set(key, prepared);
    return prepared;
  };
}

function anchorFinding(
  finding: ReportedFinding,
  candidate: Candidate,
  source: Source,
): ReportedFinding {
  const text = source(finding.side ?? 'head', finding.file) ?? oldText(finding, candidate, source);
  if (text === null) return withoutText(finding, candidate, source);
  const located = locateEvidence(finding.evidence, text, rangeOf(finding));
  if (located.kind === 'found') return settled(finding, candidate, text, located.at);
  if (located.kind === 'absent' && finding.diffLevel !== true) {
    const cause = 'the quoted evidence is not in the file';
    const removed = removedCode(finding, candidate, source);
    return removed ?? demoted(clamped(finding, text), candidate, cause, text);
  }
  if (finding.line > Math.max(1, text.lines.length)) {
    const cause = `line ${finding.line} is beyond the end of the file (${text.lines.length} lines)`;
    return demoted(clamped(finding, text), candidate, cause, text);
  }
  return measured(finding, candidate, text, { status: 'unchecked' });
}

/** Binary content, submodules and deleted files have no head text, and yet may be objected to. */
function withoutText(
  finding: ReportedFinding,
  candidate: Candidate,
  source: Source,
): ReportedFinding {
  const removed = removedCode(finding, candidate, source);
  if (removed !== null) return removed;
  const isKnown = finding.diffLevel === true || changedFileOf(finding, candidate) !== undefined;
  if (isKnown) return measured(finding, candidate, quotable([]), { status: 'unchecked' });
  return demoted(finding, candidate, `${finding.file} is not in the reviewed tree`);
}

/** A finding about the base side may name the file by its new path. */
function oldText(
  finding: ReportedFinding,
  candidate: Candidate,
  source: Source,
): QuotableText | null {
  if (finding.side !== 'base') return null;
  const oldPath = changedFileOf(finding, candidate)?.oldPath;
  return oldPath === undefined ? null : source('base', oldPath);
}

/** A reviewer that quotes code which the change took out means the base side. */
function removedCode(
  finding: ReportedFinding,
  candidate: Candidate,
  source: Source,
): ReportedFinding | null {
  if (finding.side !== undefined) return null;
  const onBase: ReportedFinding = { ...finding, side: 'base' };
  const text = source('base', finding.file) ?? oldText(onBase, candidate, source);
  if (text === null) return null;
  const located = locateEvidence(finding.evidence, text, rangeOf(finding));
  return located.kind === 'found' ? settled(onBase, candidate, text, located.at) : null;
}

/** The quote was found: the finding stays, or moves to where the quote stands. */
function settled(
  finding: ReportedFinding,
  candidate: Candidate,
  text: QuotableText,
  at: QuotedLines,
): ReportedFinding {
  const reported = rangeOf(finding);
  if (distance(at, reported) === 0) {
    return measured(finding, candidate, text, { status: 'exact' });
  }
  const span = Math.max(reported.endLine - reported.line, at.endLine - at.line);
  const moved: ReportedFinding = {
    ...finding,
    line: at.line,
    ...(span > 0 && { endLine: Math.min(at.line + span, text.lines.length) }),
  };
  return measured(moved, candidate, text, { status: 'reanchored', fromLine: finding.line });
}

function clamped(finding: ReportedFinding, text: QuotableText): ReportedFinding {
  const last = Math.max(1, text.lines.length);
  const { endLine, ...rest } = finding;
  const line = Math.min(finding.line, last);
  return endLine === undefined
    ? { ...rest, line }
    : { ...rest, line, endLine: Math.max(line, Math.min(endLine, last)) };
}

function demoted(
  finding: ReportedFinding,
  candidate: Candidate,
  cause: string,
  text: QuotableText = quotable([]),
): ReportedFinding {
  const reason = `${cause}; was ${finding.severity}`;
  return measured({ ...finding, severity: 'info' }, candidate, text, { status: 'demoted', reason });
}

function measured(
  finding: ReportedFinding,
  candidate: Candidate,
  text: QuotableText,
  evidenceCheck: Anchor['evidenceCheck'],
): ReportedFinding {
  const index = finding.line - 1;
  const symbol = finding.symbol ?? enclosingSymbol(text.lines, index);
  const line = text.squeezedLines[index] ?? squeeze(finding.evidence);
  const rested = text.squeezedLines.slice(index, rangeOf(finding).endLine);
  return {
    ...finding,
    ...(symbol !== null && { symbol }),
    anchor: {
      lineHash: sha256(line),
      occurrence: occurrenceOf(text, index),
      contentDigest: digestOf(rested.length > 0 ? rested : [line]),
      evidenceCheck,
      origin: originOf(finding, candidate),
    },
  };
}

/** Equal lines above that have the same enclosing symbol; two symbols of one name count as one. */
function occurrenceOf({ lines, squeezedLines }: QuotableText, index: number): number {
  const line = squeezedLines[index];
  const above = squeezedLines
    .slice(0, Math.max(0, index))
    .flatMap((it, at) => (it === line ? [at] : []));
  if (above.length === 0) return 0;
  const symbol = enclosingSymbol(lines, index);
  return above.filter((at) => enclosingSymbol(lines, at) === symbol).length;
}

function faultsOf(finding: ReportedFinding): readonly string[] {
  const check = finding.anchor?.evidenceCheck;
  const what = `${finding.rule} in ${finding.file}`;
  if (check?.status === 'demoted') return [`${what}: ${check.reason}, shown as advice`];
  if (check?.status === 'reanchored') {
    return [
      `${what}: reported at line ${check.fromLine}, the quote stands at line ${finding.line}`,
    ];
  }
  return [];
}
