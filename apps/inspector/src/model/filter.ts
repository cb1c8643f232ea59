import type { Reel } from '@magi/engine/replay';

/** Which entries the list shows. */
export interface Filter {
  /** Part of actor, type or text, in any case. */
  readonly text: string;
  /** Type of the entry; empty for all. */
  readonly type: string;
  /** Address that the actor begins with; empty for all. */
  readonly actor: string;
}

export const noFilter: Filter = { text: '', type: '', actor: '' };

/** Entries that pass a filter, in order; null when all do. */
export function visibleEntries(
  reel: Reel,
  length: number,
  filter: Filter,
): readonly number[] | null {
  const { type, actor } = filter;
  const text = filter.text.trim().toLowerCase();
  if (text === '' && type === '' && actor === '') return null;
  const passing: number[] = [];
  for (let seq = 0; seq < length; seq += 1) {
    const head = reel.head(seq);
    if (type !== '' && head.type !== type) continue;
    if (actor !== '' && !concerns(head.actor, actor)) continue;
    const line = `#${seq} ${head.type} ${head.actor} ${head.text}`;
    if (text === '' || line.toLowerCase().includes(text)) passing.push(seq);
  }
  return passing;
}

/** True for the actor itself, its effects and timers, and the actors below it. */
function concerns(address: string, actor: string): boolean {
  const next = address[actor.length];
  return address.startsWith(actor) && (next === undefined || '/#:'.includes(next));
}
