import type { Json } from '@magi/contracts';
import { pointer } from './changes.ts';

/** One line of a JSON value that can be folded. */
export interface JsonRow {
  readonly path: string;
  readonly depth: number;
  /** Key or place in its owner; empty for the whole. */
  readonly name: string;
  readonly kind: 'open' | 'folded' | 'value';
  readonly text: string;
  readonly value: Json;
}

/**
 * Writes a JSON value as lines, of which only those below unfolded parts are there.
 *
 * @param isOpen says whether a part is unfolded
 */
export function jsonRows(value: Json, isOpen: (path: string, depth: number) => boolean): JsonRow[] {
  const rows: JsonRow[] = [];
  add({ rows, isOpen }, value, '', '', 0);
  return rows;
}

interface Writing {
  readonly rows: JsonRow[];
  readonly isOpen: (path: string, depth: number) => boolean;
}

function add(writing: Writing, value: Json, path: string, name: string, depth: number): void {
  const base = { path, depth, name, value };
  if (typeof value !== 'object' || value === null) {
    writing.rows.push({ ...base, kind: 'value', text: JSON.stringify(value) });
    return;
  }
  const members = Object.entries(value);
  const isList = Array.isArray(value);
  if (members.length === 0) {
    writing.rows.push({ ...base, kind: 'value', text: isList ? '[]' : '{}' });
    return;
  }
  const open = writing.isOpen(path, depth);
  writing.rows.push({ ...base, kind: open ? 'open' : 'folded', text: summary(members, isList) });
  if (!open) return;
  for (const [key, member] of members) {
    add(writing, member as Json, `${path}/${pointer(key)}`, key, depth + 1);
  }
}

/** What a folded part holds, in a few words. */
function summary(members: readonly [string, unknown][], isList: boolean): string {
  const count = members.length;
  if (isList) return `[ ${count} ${count === 1 ? 'item' : 'items'} ]`;
  const names = members.slice(0, 4).map(([key]) => key);
  return `{ ${names.join(', ')}${count > names.length ? ', …' : ''} }`;
}
