import type { Change } from '../change/change.ts';
import { isScript } from '../change/language.ts';
import type { ChangedSource } from '../change/source.ts';
import type { Outline } from '../facts/outline/outline.ts';

/** One changed script as it stands on one side. */
export interface Side {
  readonly source: ChangedSource;
  /** Path on this side. */
  readonly path: string;
  readonly text: string;
  readonly outline: Outline;
}

/** Changed scripts of one side that could be parsed. Copies have no base side. */
export function sidesOf(change: Change, side: 'base' | 'head'): readonly Side[] {
  return change.sources.flatMap((source) => sideOf(change, source, side) ?? []);
}

/** One changed script on one side, or null where it is absent or could not be parsed. */
export function sideOf(change: Change, source: ChangedSource, side: 'base' | 'head'): Side | null {
  const text = source[side];
  const outline = change.facts(source, side)?.outline;
  if (text === null || !outline) return null;
  const path = side === 'base' ? (source.file.oldPath ?? source.path) : source.path;
  return { source, path, text, outline };
}

/**
 * True for changed scripts with something to compare.
 *
 * A script whose other side does not parse is not judged by what seems to be missing from it.
 */
export function hasBase(source: ChangedSource): boolean {
  return isScript(source.language) && source.base !== null;
}

/** Elements that are left when each element of `taken` takes away one equal element. */
export function minus<Item>(
  all: readonly Item[],
  taken: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const counts = new Map<string, number>();
  for (const item of taken) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return all.filter((item) => {
    const left = counts.get(keyOf(item)) ?? 0;
    if (left > 0) counts.set(keyOf(item), left - 1);
    return left === 0;
  });
}
