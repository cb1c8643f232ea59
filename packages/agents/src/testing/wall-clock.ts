import type { Clock } from '@magi/contracts';

/** The real clock; its timers do not keep the process alive. */
export const wallClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs).unref(),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
};
