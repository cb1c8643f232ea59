import { isRecord } from '../is-record.ts';

/** A stretch of a list that is replaced; edits of one list are made from its end to its start. */
export interface ListEdit {
  readonly start: number;
  readonly removed: number;
  readonly items: readonly unknown[];
}

/** Longer stretches are not searched for equal items: that would take too long. */
const LONGEST_SEARCHED = 256;

/**
 * What turns one list into another, as few stretches as it takes, from the end to the start.
 *
 * @returns null when the lists have too little in common, or differ over too long a stretch
 */
export function listEdits(
  before: readonly unknown[],
  after: readonly unknown[],
): readonly ListEdit[] | null {
  const start = equalAtStart(before, after);
  const end = equalAtEnd(before, after, start);
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  if (old.length === 0 && now.length === 0) return [];
  if (old.length === 0 || now.length === 0) return [{ start, removed: old.length, items: now }];
  if (Math.max(old.length, now.length) > LONGEST_SEARCHED) return null;
  const kept = commonItems(old, now);
  if (kept.length * 2 < Math.min(old.length, now.length)) return null;
  return editsBetween(kept, old, now).map((edit) => ({ ...edit, start: edit.start + start }));
}

function equalAtStart(before: readonly unknown[], after: readonly unknown[]): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && isSame(before[count], after[count])) count += 1;
  return count;
}

function equalAtEnd(before: readonly unknown[], after: readonly unknown[], from: number): number {
  const most = Math.min(before.length, after.length) - from;
  let count = 0;
  while (count < most && isSame(before.at(-1 - count), after.at(-1 - count))) count += 1;
  return count;
}

type Pair = readonly [old: number, now: number];

/** A longest sequence of items that both have, as their places. */
function commonItems(old: readonly unknown[], now: readonly unknown[]): Pair[] {
  const width = now.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] = isSame(old[row], now[column])
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < old.length && column < now.length) {
    if (isSame(old[row], now[column])) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function editsBetween(
  kept: readonly Pair[],
  old: readonly unknown[],
  now: readonly unknown[],
): ListEdit[] {
  const edits: ListEdit[] = [];
  let [oldEnd, nowEnd] = [old.length, now.length];
  for (const [oldAt, nowAt] of [...kept, [-1, -1] as const].sort((a, b) => b[0] - a[0])) {
    const removed = oldEnd - oldAt - 1;
    const items = now.slice(nowAt + 1, nowEnd);
    if (removed > 0 || items.length > 0) edits.push({ start: oldAt + 1, removed, items });
    [oldEnd, nowEnd] = [oldAt, nowAt];
  }
  return edits;
}

/** True for the same object, and for two flat ones with equal members. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
