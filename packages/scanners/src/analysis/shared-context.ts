import type { ScanContext, Snapshot } from '@magi/contracts';

/**
 * What the scans of one candidate have in common while they run.
 *
 * Each scan brings its own snapshot and its own signal. Shared work reads through any snapshot of a
 * scan that still runs, and is cancelled only when the last of them is.
 */
export interface SharedContext {
  readonly signal: AbortSignal;
  readonly snapshot: Snapshot;
  join(context: ScanContext): () => void;
}

/** Starts with one scan; `join` adds others and returns how they leave. */
export function sharedContext(first: ScanContext): SharedContext {
  const active = new Set<ScanContext>();
  const controller = new AbortController();
  const any = (): Snapshot => {
    const [context = first] = active;
    return context.snapshot;
  };
  return {
    signal: controller.signal,
    snapshot: {
      candidate: first.snapshot.candidate,
      checkout: first.snapshot.checkout,
      read: (side, path) => any().read(side, path),
      list: (side) => any().list(side),
      materialise: (side, paths) => any().materialise(side, paths),
      dispose: async () => {},
    },
    join: (context) => {
      active.add(context);
      const leave = () => {
        active.delete(context);
        context.signal.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        leave();
        if (active.size === 0) controller.abort(context.signal.reason);
      };
      context.signal.addEventListener('abort', onAbort, { once: true });
      return leave;
    },
  };
}

/** The promise, or a rejection as soon as the signal aborts. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
