import type { RunHandle } from '@magi/engine';
import { exitCodes } from '../exit-codes.ts';

/** Signals that ask a run to stop, and the exit code each leads to. */
const codes = {
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
  SIGHUP: 129,
} as const;

type StopSignal = keyof typeof codes;

/** Watches for signals while a run goes on. */
export interface Interruption {
  /** Exit code of the signal that came, or null. */
  code(): number | null;
  dispose(): void;
}

/**
 * Lets a person stop a run: the first signal keeps what was answered and lets go of the log, a
 * second one ends the process at once. Both are safe, as every answer is in the log.
 */
export function watchInterruption(handle: Pick<RunHandle, 'interrupt'>): Interruption {
  let code: number | null = null;
  const listeners = Object.entries(codes).map(([signal, exitCode]) => {
    const listener = (): void => {
      if (code !== null) process.exit(exitCode);
      code = exitCode;
      void handle.interrupt();
    };
    process.on(signal as StopSignal, listener);
    return [signal as StopSignal, listener] as const;
  });
  return {
    code: () => code,
    dispose() {
      for (const [signal, listener] of listeners) process.off(signal, listener);
    },
  };
}
