import type { Clock } from '@magi/contracts';
import type { RunHandle } from '@magi/engine';
import { nameOf } from './progress.ts';

/** Limits of a pipeline that a person is warned of before they are reached. */
export interface TimeLimits {
  /** Time of one scan or one fix. */
  readonly nodeMs: number;
  /** Time of the whole run. */
  readonly runMs: number;
}

/** The share of a limit at which a person is warned (seed 004). */
const WARN_AT = 0.8;

/**
 * Warns when a scan, a fix or the whole run has used four fifths of its time.
 *
 * @returns ends the watch
 */
export function watchTimeLimits(
  handle: Pick<RunHandle, 'subscribe'>,
  { nodeMs, runMs }: TimeLimits,
  { clock, warn }: { readonly clock: Clock; readonly warn: (message: string) => void },
): () => void {
  const timers = new Map<string, unknown>();
  const arm = (key: string, what: string, limitMs: number): void => {
    const message = `${what} has used 80 % of its ${limitMs / 1000} s`;
    const timer = clock.setTimeout(() => warn(message), limitMs * WARN_AT);
    (timer as { unref?: () => void } | undefined)?.unref?.();
    timers.set(key, timer);
  };
  const disarm = (key: string): void => {
    clock.clearTimeout(timers.get(key));
    timers.delete(key);
  };
  arm('', 'the pipeline', runMs);
  const unsubscribe = handle.subscribe((update) => {
    if (update.type !== 'entry') return;
    const { in: input, note } = update.entry;
    if (note?.type === 'effect.started' && (note.kind === 'scan' || note.kind === 'fix')) {
      arm(note.key, nameOf(note.key), nodeMs);
    }
    if (note?.type === 'effect.cancelled') disarm(note.key);
    if (input?.type === 'done' || input?.type === 'fail') disarm(input.key);
  });
  return () => {
    unsubscribe();
    [...timers.keys()].forEach(disarm);
  };
}
