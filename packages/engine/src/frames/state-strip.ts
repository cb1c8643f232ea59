import type { Json } from '@magi/contracts';
import { applyChanges, type Change } from './change.ts';

/** States are kept for ever at every so many entries, so that none is further away than that. */
const STRIP_LENGTH = 64;
/** Strips that were looked at lately are kept whole. */
const MOST_STRIPS = 24;

/**
 * Makes the states after entries from the changes that each of them names.
 *
 * States near each other are made from each other, in whatever order they are asked for, so that what
 * did not change between them is the same object.
 */
export function createStateStrips(changesIn: (seq: number) => readonly Change[]): {
  stateAt(seq: number): Json;
} {
  /** The first state of each strip. */
  const firsts: Json[] = [];
  const strips = new Map<number, Json[]>();

  /** A strip with the states up to an entry. */
  function stripTo(index: number, seq: number): Json[] {
    const strip = strips.get(index) ?? [firstOf(index)];
    // The newest one asked for is the last to be given up.
    strips.delete(index);
    strips.set(index, strip);
    const [oldest] = strips.keys();
    if (strips.size > MOST_STRIPS && oldest !== undefined) strips.delete(oldest);
    while (strip.length <= seq - index * STRIP_LENGTH) {
      const next = index * STRIP_LENGTH + strip.length;
      strip.push(applyChanges(strip.at(-1) ?? null, changesIn(next)));
    }
    return strip;
  }

  function firstOf(index: number): Json {
    while (firsts.length <= index) {
      const start = firsts.length * STRIP_LENGTH;
      const known = strips.get(firsts.length - 1);
      let state: Json = firsts.at(-1) ?? null;
      if (known?.length === STRIP_LENGTH) state = known.at(-1) ?? null;
      else {
        for (let seq = start - STRIP_LENGTH + 1; seq < start; seq += 1) {
          if (seq > 0) state = applyChanges(state, changesIn(seq));
        }
      }
      firsts.push(applyChanges(state, changesIn(start)));
    }
    return firsts[index] ?? null;
  }

  return {
    stateAt(seq) {
      const index = Math.floor(seq / STRIP_LENGTH);
      const strip = stripTo(index, seq);
      return strip[seq - index * STRIP_LENGTH] ?? null;
    },
  };
}
