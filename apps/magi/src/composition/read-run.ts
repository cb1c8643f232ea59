import { type Entry, type EventLog, MagiError } from '@magi/contracts';
import { readEntries } from '@magi/event-log';

/**
 * All entries of a run, big payloads restored, chain and schema checked.
 *
 * @throws what reading throws; `MAGI_RUN_EMPTY` for a run without entries
 */
export async function readRun(log: EventLog, run: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const { entry } of readEntries(log, run)) entries.push(entry);
  if (entries.length > 0) return entries;
  throw new MagiError('MAGI_RUN_EMPTY', `Run ${run} has no entries.`, { exitCode: 5 });
}
