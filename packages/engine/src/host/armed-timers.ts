import type { Clock } from '@magi/contracts';
import type { ArmedTimer } from './deterministic-clock.ts';

/** Longest delay that timers of JavaScript keep; longer ones would fire at once. */
const LONGEST_DELAY_MS = 2_147_483_647;

/**
 * Waits for the timers of a run on a real clock. A deadline that passed while nobody ran is due at
 * once.
 *
 * @see DESIGN.md E9
 */
export function createArmedTimers(clock: Clock, due: (id: string) => void) {
  const handles = new Map<string, unknown>();

  function arm(timer: ArmedTimer): void {
    const delayMs = Math.max(0, timer.dueMs - clock.now());
    const handle = clock.setTimeout(
      () => {
        handles.delete(timer.id);
        if (delayMs > LONGEST_DELAY_MS) arm(timer);
        else due(timer.id);
      },
      Math.min(delayMs, LONGEST_DELAY_MS),
    );
    handles.set(timer.id, handle);
  }

  function disarm(id: string): void {
    clock.clearTimeout(handles.get(id));
    handles.delete(id);
  }

  return {
    /** Makes exactly these timers the ones that are waited for. */
    set(timers: readonly ArmedTimer[]): void {
      const wanted = new Set(timers.map(({ id }) => id));
      for (const id of [...handles.keys()]) if (!wanted.has(id)) disarm(id);
      for (const timer of timers) if (!handles.has(timer.id)) arm(timer);
    },
    clear(): void {
      for (const id of [...handles.keys()]) disarm(id);
    },
  };
}
