import type { Entry, EventLog } from '@magi/contracts';
import type { RunEnd, RunHandle } from '@magi/engine';
import { readEntries } from '@magi/event-log';
import { loopTasks } from '../live/loop-tasks.ts';
import { createProgressView } from '../live/progress-view.ts';
import type { Terminal } from '../terminal.ts';
import { watchInterruption } from './interruption.ts';

/** How a followed run came to rest; `signalCode` is the exit code when a signal stopped it. */
export interface FollowedEnd {
  readonly end: RunEnd;
  readonly signalCode: number | null;
}

/** Shows a living run until it comes to rest, and lets signals stop it. */
export async function followRun(
  handle: RunHandle,
  {
    log,
    terminal,
    now,
  }: { readonly log: EventLog; readonly terminal: Terminal; readonly now: () => number },
): Promise<FollowedEnd> {
  const view = createProgressView(terminal, now);
  const interruption = watchInterruption(handle);
  let shown = -1;
  const early: Entry[] = [];
  let isCaughtUp = false;
  let milestones = { rounds: 0, attempts: 0 };
  const showMilestones = (): void => {
    const { context } = handle.view();
    for (const task of loopTasks(context, milestones)) view.milestone(task);
    milestones = { rounds: context.history.length, attempts: context.attempts.length };
  };
  const show = (entry: Entry): void => {
    if (entry.seq <= shown) return;
    shown = entry.seq;
    view.entry(entry);
    if (isCaughtUp) showMilestones();
  };
  const unsubscribe = handle.subscribe((update) => {
    if (update.type === 'progress') view.message(update.key, update.message);
    else if (isCaughtUp) show(update.entry);
    else early.push(update.entry);
  });
  try {
    // What was appended before anybody could listen, which is all of it for a resumed run.
    for await (const { entry } of readEntries(log, handle.run)) show(entry);
    isCaughtUp = true;
    early.forEach(show);
    showMilestones();
    const end = await handle.done;
    showMilestones();
    return { end, signalCode: interruption.code() };
  } finally {
    unsubscribe();
    interruption.dispose();
    view.close();
  }
}
