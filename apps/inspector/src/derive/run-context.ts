import type { FrameState, RunContext } from '@magi/engine/replay';

interface RootImage {
  readonly status: string;
  readonly value?: unknown;
  readonly context?: RunContext;
}

/** What a run knows at a state; null where the log is not one of a review run. */
export function runContext(state: FrameState | null): RunContext | null {
  const context = (state?.actors as unknown as RootImage | undefined)?.context;
  return context !== undefined && Array.isArray(context.history) ? context : null;
}
