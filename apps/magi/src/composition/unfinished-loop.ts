import { type EventLog, RunInput, type StreamInfo } from '@magi/contracts';
import { listRuns, readEntries } from '@magi/event-log';
import { pinnedSettings } from './run-settings.ts';
import { summariseRun } from './run-summary.ts';

/** A loop on a branch that has not come to its end. */
export interface UnfinishedLoop {
  readonly run: string;
  /** Where it stands, for example `synthesising` or `awaitingDecision`. */
  readonly state: string;
}

/** Older runs than this many are not looked through. */
const LOOKED_THROUGH = 20;

/** The newest loop on a branch that was cut off or waits for a person; null when there is none. */
export async function unfinishedLoop(
  log: EventLog,
  branch: string | null,
): Promise<UnfinishedLoop | null> {
  const runs: StreamInfo[] = [];
  for await (const info of listRuns(log)) runs.push(info);
  const newest = runs.sort((a, b) => (a.stream < b.stream ? 1 : -1)).slice(0, LOOKED_THROUGH);
  for (const info of newest) {
    const { outcome, state } = await summariseRun(log, info);
    if (outcome !== null || state === 'unreadable') continue;
    if (await isLoopOn(log, info.stream, branch)) return { run: info.stream, state };
  }
  return null;
}

/** What to tell a person who starts anew although such a loop is there. */
export function unfinishedText({ run, state }: UnfinishedLoop): string {
  return state === 'awaitingDecision'
    ? `run ${run} on this branch waits for an answer: magi decide ${run}`
    : `run ${run} on this branch was cut off (${state}): magi resume ${run} goes on with it`;
}

async function isLoopOn(log: EventLog, run: string, branch: string | null): Promise<boolean> {
  for await (const { entry } of readEntries(log, run, { to: 0 })) {
    const input = RunInput.safeParse(entry.in?.type === 'init' ? entry.in.input : null);
    return input.success && pinnedSettings(input.data)?.place?.branch === branch;
  }
  return false;
}
