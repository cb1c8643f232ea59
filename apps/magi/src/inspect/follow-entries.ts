import type { Entry, EventLog } from '@magi/contracts';
import { readEntries } from '@magi/event-log';

/** A place in a log that is followed: an entry, or that everything there is has been read. */
export type Followed = Entry | 'caught-up';

/**
 * Reads a run from its first entry to its newest and then every entry that comes, each once and in
 * order, until the signal aborts.
 *
 * @throws what reading throws, after everything in front of the damage
 */
export async function* followEntries(
  log: EventLog,
  run: string,
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  let next = 0;
  while (!signal.aborted) {
    for await (const { entry } of readEntries(log, run, { from: next })) {
      if (signal.aborted) return;
      yield entry;
      next = entry.seq + 1;
    }
    yield 'caught-up';
    if (!(await hasMore(log, run, { from: next, signal }))) return;
  }
}

/** Waits for an entry; false when the signal came first. */
async function hasMore(
  log: EventLog,
  run: string,
  { from, signal }: { readonly from: number; readonly signal: AbortSignal },
): Promise<boolean> {
  let after: string | undefined;
  for await (const newest of log.read(run, { from, to: from })) after = newest.pos;
  const place = after === undefined ? {} : { after };
  for await (const { version } of log.subscribe({ ...place, stream: run, signal })) {
    if (version > from) return true;
  }
  return false;
}
