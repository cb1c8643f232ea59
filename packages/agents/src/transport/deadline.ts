/** A signal that aborts when its parent does or when time is up, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True when time was up before the parent aborted. */
  isOver(): boolean;
  /** Ends the watch; must be called, or the timer keeps the process waiting. */
  clear(): void;
}

/**
 * Puts a time limit on a signal.
 *
 * A plain timer and a controller of our own: signals made by `AbortSignal.any` are held weakly, and
 * one that nobody else holds may be collected before it fires.
 */
export function withDeadline(parent: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const onAbort = (): void => controller.abort(parent.reason);
  const timer = setTimeout(() => {
    isOver = !parent.aborted;
    controller.abort(new DOMException('The time limit was reached.', 'TimeoutError'));
  }, timeoutMs);
  if (parent.aborted) onAbort();
  else parent.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    clear: () => {
      clearTimeout(timer);
      parent.removeEventListener('abort', onAbort);
    },
  };
}
