import type { Json } from '@magi/contracts';
import { isRecord } from '../is-record.ts';
import { listEdits } from './list-edits.ts';
import { member, setMember } from './own-member.ts';

type Path = readonly (string | number)[];

/**
 * One difference between two states: a value that is set at a path, one that is removed, or a stretch
 * of a list that is replaced by other items.
 */
export type Change =
  | readonly [path: Path, value: Json]
  | readonly [path: Path]
  | readonly [path: Path, start: number, removed: number, items: readonly Json[]];

/**
 * What turns one JSON value into another. Parts that are the same object are taken as equal without a
 * look, so the cost is that of the difference.
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  const changes: Change[] = [];
  compare(before, after, [], changes);
  return changes;
}

function compare(before: unknown, after: unknown, path: Path, changes: Change[]): void {
  if (before === after) return;
  if (isList(before) && isList(after)) compareLists(before, after, path, changes);
  else if (isRecord(before) && isRecord(after)) compareRecords(before, after, path, changes);
  else changes.push([path, after as Json]);
}

function compareRecords(before: Fields, after: Fields, path: Path, changes: Change[]): void {
  for (const key of Object.keys(before)) {
    const isGone = member(after, key) === undefined && before[key] !== undefined;
    if (isGone) changes.push([[...path, key]]);
  }
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const old = member(before, key);
    if (old === undefined) changes.push([[...path, key], value as Json]);
    else compare(old, value, [...path, key], changes);
  }
}

/** Items that come and go are told as such; lists that have little in common, item by item. */
function compareLists(before: List, after: List, path: Path, changes: Change[]): void {
  const edits = listEdits(before, after);
  if (edits) {
    for (const { start, removed, items } of edits) {
      changes.push([path, start, removed, items as readonly Json[]]);
    }
  } else if (before.length === after.length) {
    for (const [index, item] of after.entries()) {
      compare(before[index], item, [...path, index], changes);
    }
  } else changes.push([path, after as readonly Json[]]);
}

type List = readonly unknown[];
type Fields = Readonly<Record<string, unknown>>;

/** Applies changes and leaves the value as it was: only what lies on a path is copied. */
export function applyChanges(value: Json, changes: readonly Change[]): Json {
  // What was copied for an earlier change of the same set may be changed in place.
  const own = new WeakSet<object>();
  return changes.reduce((root, change) => apply(root, change, 0, own), value);
}

function apply(value: Json, change: Change, depth: number, own: WeakSet<object>): Json {
  const [path] = change;
  const key = path[depth];
  if (key === undefined) return changed(value, change, own);
  const copy = ownCopy(value, own);
  if (depth === path.length - 1 && change.length === 1) delete copy[key];
  else setMember(copy, key, apply((member(copy, key) ?? null) as Json, change, depth + 1, own));
  return copy as Json;
}

/** The value at the end of the path. */
function changed(value: Json, change: Change, own: WeakSet<object>): Json {
  if (change.length !== 4) return change[1] ?? null;
  const [, start, removed, items] = change;
  const copy = ownCopy(value, own) as unknown as Json[];
  copy.splice(start, removed, ...items);
  return copy;
}

function ownCopy(value: Json, own: WeakSet<object>): Record<string | number, Json> {
  if (typeof value === 'object' && value !== null && own.has(value)) return value as never;
  const copy = isList(value) ? [...value] : { ...(value as object) };
  own.add(copy);
  return copy as never;
}

function isList(value: unknown): value is List {
  return Array.isArray(value);
}
