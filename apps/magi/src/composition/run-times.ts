import type { EventLog } from '@magi/contracts';
import { runInfo } from '@magi/event-log';

/** When the first and the newest entry of a run were written, by the clock of their writer. */
export interface RunTimes {
  readonly startedAtMs: number;
  readonly lastEntryAtMs: number;
}

/** Reads the times without the entries between them. */
export async function runTimes(log: EventLog, run: string): Promise<RunTimes> {
  let startedAtMs = 0;
  for await (const { at } of log.read(run, { from: 1, to: 1 })) startedAtMs = Date.parse(at);
  const info = await runInfo(log, run);
  return { startedAtMs, lastEntryAtMs: info === null ? startedAtMs : Date.parse(info.at) };
}
