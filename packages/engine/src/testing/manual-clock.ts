import type { Clock } from '@magi/contracts';

/** A clock that moves only when a test says so. */
export interface ManualClock extends Clock {
  /** Moves on, firing what becomes due on the way, in order. */
  advance(ms: number): void;
  /** Jumps without firing anything, also backwards. */
  set(nowMs: number): void;
  /** Deadlines that are waited for. */
  armed(): readonly number[];
}

/** Makes a manual clock that starts at the first of January 2026, noon UTC. */
export function manualClock(startMs: number = Date.UTC(2026, 0, 1, 12)): ManualClock {
  const timers = new Map<object, { readonly dueMs: number; readonly callback: () => void }>();
  let nowMs = startMs;

  function nextDue(untilMs: number) {
    const due = [...timers].filter(([, { dueMs }]) => dueMs <= untilMs);
    return due.sort(([, a], [, b]) => a.dueMs - b.dueMs)[0];
  }

  return {
    now: () => nowMs,
    setTimeout(callback, delayMs) {
      const handle = {};
      timers.set(handle, { dueMs: nowMs + delayMs, callback });
      return handle;
    },
    clearTimeout(handle) {
      timers.delete(handle as object);
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let next = nextDue(untilMs); next; next = nextDue(untilMs)) {
        const [handle, { dueMs, callback }] = next;
        timers.delete(handle);
        nowMs = Math.max(nowMs, dueMs);
        callback();
      }
      nowMs = untilMs;
    },
    set(toMs) {
      nowMs = toMs;
    },
    armed: () => [...timers.values()].map(({ dueMs }) => dueMs).sort((a, b) => a - b),
  };
}
