import type { Entry, EventLog, Input, Note } from '@magi/contracts';
import { type AppendEntriesOptions, appendEntries } from '../entries/append-entries.ts';

/** The part of an entry that a test is about. */
export type EntryBody =
  | { readonly in: Input; readonly note?: never }
  | { readonly note: Note; readonly in?: never };

export const INIT: EntryBody = {
  in: {
    type: 'init',
    machine: { id: 'run', version: '1', graphHash: '0'.repeat(64) },
    input: { goal: 'test' },
    magi: '0.1.0',
  },
};

/** An effect result with this output. */
export function done(output: unknown, key = 'run/scan#1'): EntryBody {
  return { in: { type: 'done', key, output } } as EntryBody;
}

/** A timer of this id. */
export function timer(id: string): EntryBody {
  return { in: { type: 'timer', id } };
}

/** A text above the blob limit. */
export const BIG_TEXT = 'big € '.repeat(5000);

/** Entries of a run one second apart, the first with number `from`. */
export function entriesOf(run: string, bodies: readonly EntryBody[], from = 0): Entry[] {
  return bodies.map((body, index) => ({
    v: 1,
    seq: from + index,
    at: new Date(Date.UTC(2026, 0, 2, 3, 4, from + index)).toISOString(),
    run,
    onState: null,
    ...body,
  }));
}

/** Appends the entries of a whole run. */
export async function record(
  log: EventLog,
  run: string,
  bodies: readonly EntryBody[],
  options: AppendEntriesOptions = {},
) {
  return appendEntries(log, run, entriesOf(run, bodies), options);
}
