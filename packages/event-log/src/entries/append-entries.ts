import type { Entry, EventLog, Lease, NewEvent } from '@magi/contracts';
import { nanoid } from 'nanoid';
import { invalidEvent } from '../log-errors.ts';
import { checkRunName } from '../new-event.ts';
import { BLOB_LIMIT_BYTES, offloadPayload, staysWhole } from './blob-payload.ts';
import { eventTypeOf } from './event-type.ts';
import { parseStored } from './parse-stored.ts';
import { type Redact, redactEntry } from './redact.ts';
import { assertStrictJson } from './strict-json.ts';

export interface AppendEntriesOptions {
  readonly lease?: Lease;
  /** Called for every text of the content before anything is stored. */
  readonly redact?: Redact;
  /** True for entries that are strict JSON already, hold no secret and are changed by nobody. */
  readonly areClean?: boolean;
  /** Payloads over this size stand beside the log; default 16 KiB. */
  readonly blobLimitBytes?: number;
}

export interface AppendedEntries {
  readonly version: number;
  readonly hash: string;
  /** The entries as every later reader will see them: apply these, not what was handed in. */
  readonly entries: readonly Entry[];
}

/**
 * Appends entries of one run in one durable commit: all of them are stored, or none.
 *
 * The number of the first entry is the version that the log must have, so of two writers one fails.
 *
 * @throws `MAGI_LOG_NOT_JSON` naming the path; `MAGI_LOG_INVALID` for an entry out of order or
 * against its schema; and what `EventLog.append` throws
 */
export async function appendEntries(
  log: EventLog,
  run: string,
  entries: readonly Entry[],
  options: AppendEntriesOptions = {},
): Promise<AppendedEntries> {
  checkRunName(run);
  const first = entries[0]?.seq ?? 0;
  const clean = entries.map((entry, index) => {
    if (entry.run !== run || entry.seq !== first + index) {
      throw invalidEvent(`Log ${run}`, `entry #${entry.seq} of ${entry.run} is out of order`);
    }
    return options.areClean ? entry : cleaned(entry, options.redact);
  });
  const events: NewEvent[] = [];
  for (const entry of clean) events.push(await toEvent(log, entry, options));
  const head = await log.append(
    run,
    events,
    first,
    options.lease === undefined ? {} : { lease: options.lease },
  );
  return { ...head, entries: clean };
}

/** A private copy in strict JSON, exactly what reading the log will give. */
function cleaned(entry: Entry, redact: Redact | undefined): Entry {
  assertStrictJson(entry, `entry #${entry.seq}`);
  const redacted = redact ? redactEntry(entry, redact) : entry;
  return JSON.parse(JSON.stringify(redacted)) as Entry;
}

async function toEvent(
  log: EventLog,
  entry: Entry,
  { blobLimitBytes = BLOB_LIMIT_BYTES }: AppendEntriesOptions,
): Promise<NewEvent> {
  const text = JSON.stringify(entry);
  if (staysWhole(entry, text, blobLimitBytes)) return eventOf(entry, text);
  const stored = await offloadPayload(log, entry, blobLimitBytes);
  return eventOf(stored, JSON.stringify(stored));
}

function eventOf(stored: Entry, body: string): NewEvent {
  const parsed = parseStored(stored);
  if (!parsed.ok) throw invalidEvent(`Log ${stored.run}, entry #${stored.seq}`, parsed.problem);
  return { id: nanoid(), type: eventTypeOf(stored), at: stored.at, body };
}
