import type { EventLog, Json } from '@magi/contracts';
import { applyChanges, type Change, changesOf } from '../frames/change.ts';
import type { SystemState } from '../host/deterministic-system.ts';

/**
 * A stretch of a run as its first state and the changes after it. Derived from the log, for seeing
 * only: nothing ever goes on from a film, and nothing of it is believed without its hash.
 *
 * @see DESIGN.md E16
 */
export interface Film {
  readonly from: number;
  readonly to: number;
  readonly base: SystemState;
  readonly changes: readonly (readonly [seq: number, steps: readonly Change[]])[];
}

/** Name of the format in the log's store of derived states. */
export const FILM_SCHEMA = 'magi.film.2';

/** States before this entry are replayed faster than a film is read. */
export const FIRST_FILMED = 1000;

const SMALLEST_FILM_BYTES = 262_144;

/** Films a run while its entries go by. */
export interface Camera {
  see(seq: number, state: SystemState): void;
  /** Stores what has been filmed; resolves when it is stored. */
  cut(): Promise<void>;
}

/**
 * Makes a camera. A film ends when its changes weigh as much as its first state, so all films
 * together weigh about twice the changes, and showing a state costs about two states.
 */
export function createCamera(log: EventLog, run: string): Camera {
  let rolling: { from: number; to: number; base: string; changes: string[]; bytes: number } | null =
    null;
  let newest: SystemState | null = null;
  let stored: Promise<void> = Promise.resolve();

  function store(): void {
    if (!rolling) return;
    const { from, to, base, changes } = rolling;
    const text = `{"from":${from},"to":${to},"base":${base},"changes":[${changes.join(',')}]}`;
    rolling = null;
    // A film is a convenience: where it cannot be kept, states are replayed.
    stored = stored
      .then(() => log.putSnapshot(run, from + 1, FILM_SCHEMA, text))
      .catch(() => undefined);
  }

  return {
    see(seq, state) {
      if (seq < FIRST_FILMED) return;
      if (!rolling || !newest || seq !== rolling.to + 1) {
        store();
        rolling = { from: seq, to: seq, base: JSON.stringify(state), changes: [], bytes: 0 };
      } else {
        const steps = newest === state ? [] : changesOf(newest, state);
        rolling.to = seq;
        if (steps.length > 0) {
          const change = JSON.stringify([seq, steps]);
          rolling.changes.push(change);
          rolling.bytes += change.length;
        }
        if (rolling.bytes > Math.max(SMALLEST_FILM_BYTES, rolling.base.length)) store();
      }
      newest = state;
    },
    cut() {
      store();
      newest = null;
      return stored;
    },
  };
}

/** The state at an entry as a film shows it; null where no film covers it. */
export async function screen(log: EventLog, run: string, at: number): Promise<SystemState | null> {
  if (at < FIRST_FILMED) return null;
  const found = await log.getSnapshot(run, FILM_SCHEMA, at + 1).catch(() => null);
  if (!found) return null;
  const film = JSON.parse(found.state) as Film;
  if (film.from > at || film.to < at) return null;
  const steps = film.changes.filter(([seq]) => seq <= at).flatMap(([, those]) => those);
  return applyChanges(film.base as unknown as Json, steps) as unknown as SystemState;
}
