import type { FrameHead } from '@magi/engine/replay';

/** A place on the scrubber that is worth a jump. */
export interface Mark {
  readonly seq: number;
  readonly kind: 'round' | 'trouble' | 'person';
  readonly label: string;
}

const TROUBLE = new Set(['fail', 'warning', 'stale', 'resumed', 'effect.cancelled']);

/** Says whether an entry deserves a mark, and which. */
export function markOf({ seq, type, actor }: FrameHead): Mark | null {
  const round = type === 'done' ? /^run\/ground#(\d+)$/.exec(actor)?.[1] : undefined;
  if (round !== undefined) return { seq, kind: 'round', label: `Round ${round}` };
  if (TROUBLE.has(type)) return { seq, kind: 'trouble', label: `${type} ${actor}`.trim() };
  return type === 'event' ? { seq, kind: 'person', label: `event by ${actor}` } : null;
}
