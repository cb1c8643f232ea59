import type { Entry, RunInput } from '@magi/contracts';
import { createMemoryLog, readEntries } from '@magi/event-log';
import type { RunHandle } from '../run/run-handle.ts';
import { startRun } from '../run/start-run.ts';
import { aRunInput } from './builders.ts';
import { manualClock } from './manual-clock.ts';
import { type Script, scriptedRunner } from './scripted-runner.ts';

/**
 * Plays a run to its next rest against a script and gives the entries of its log.
 *
 * @param meanwhile what happens from outside once the run has begun
 */
export async function recordRun(
  script: Script,
  changes: Partial<RunInput> = {},
  meanwhile: (handle: RunHandle) => Promise<void> = async () => undefined,
): Promise<readonly Entry[]> {
  const log = createMemoryLog();
  const handle = await startRun({
    log,
    runner: scriptedRunner(script),
    clock: manualClock(),
    run: 'recorded',
    owner: { pid: 1, host: 'test' },
    magiVersion: '0.1.0',
    input: aRunInput(changes),
  });
  await meanwhile(handle);
  await handle.done;
  const entries: Entry[] = [];
  for await (const { entry } of readEntries(log, 'recorded')) entries.push(entry);
  return entries;
}
