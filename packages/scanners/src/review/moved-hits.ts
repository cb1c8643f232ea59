import type { FileHit } from '../builtin/check.ts';
import type { Change } from '../change/change.ts';
import type { ChangedSource } from '../change/source.ts';

/** Shorter lines stand in many places and prove nothing. */
const minText = 8;

const removedTexts = new WeakMap<Change, ReadonlyMap<string, readonly ChangedSource[]>>();

/**
 * True when the line of a hit left one place of the base and arrived here, and the base had the
 * same hit on it: code that was moved or indented anew, not code that was written.
 */
export async function wasMoved(check: string, hit: FileHit, change: Change): Promise<boolean> {
  if (hit.diffLevel === true) return false;
  const text = squeeze(lineOf(change.source(hit.file)?.head, hit.line));
  if (text.length < minText) return false;
  const origins = textsOf(change).get(text) ?? [];
  if (origins.length === 0) return false;
  await change.loadBase(origins);
  return origins.some((source) =>
    (change.facts(source, 'base')?.hits[check] ?? []).some(
      (old) => old.rule === hit.rule && squeeze(lineOf(source.base, old.line)) === text,
    ),
  );
}

/** The hit as advice: it was there before the change. */
export function asMoved(hit: FileHit): FileHit {
  return {
    ...hit,
    severity: 'info',
    message: `${hit.message} (It was there before and was moved.)`,
  };
}

function textsOf(change: Change): ReadonlyMap<string, readonly ChangedSource[]> {
  const kept = removedTexts.get(change);
  if (kept !== undefined) return kept;
  const texts = new Map<string, ChangedSource[]>();
  for (const source of change.sources) {
    const lines = (source.base ?? '').split('\n');
    for (const line of source.removed.lines()) {
      const text = squeeze(lines[line - 1]);
      const sources = texts.get(text) ?? [];
      if (!sources.includes(source)) texts.set(text, [...sources, source]);
    }
  }
  removedTexts.set(change, texts);
  return texts;
}

function lineOf(text: string | null | undefined, line: number): string {
  return text?.split('\n')[line - 1] ?? '';
}

function squeeze(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, '');
}
