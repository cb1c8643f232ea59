import { endProcesses } from './end-processes.ts';
import { markedProcesses, runMark } from './living-processes.ts';

const GRACE_MS = 2_000;

/**
 * Ends the programs of a run whose process was killed: agents, fixers, validations and reporters
 * that nobody waits for any more would go on spending and writing.
 *
 * Only for who has the right to write the run. Programs are known by `MAGI_RUN` in their
 * environment.
 *
 * @returns ids of the processes that were there
 */
export async function endLeftovers(run: string): Promise<readonly number[]> {
  const living = (): readonly number[] => markedProcesses(runMark, run);
  const found = living();
  if (found.length > 0) await endProcesses(living, { graceMs: GRACE_MS });
  return found;
}
