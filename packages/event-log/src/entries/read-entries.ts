import type { Entry, EventLog, StoredEvent } from '@magi/contracts';
import { GENESIS, link } from '../chain.ts';
import { corruptLog } from '../log-errors.ts';
import { restorePayload } from './blob-payload.ts';
import { parseStored } from './parse-stored.ts';
import { UPCASTERS, type Upcasters, upcast } from './upcast.ts';

export interface ReadEntriesOptions {
  /** First and last entry number, inclusive. */
  readonly from?: number;
  readonly to?: number;
  readonly upcasters?: Upcasters;
  /** Leaves big payloads as references; default false. */
  readonly keepReferences?: boolean;
}

/** One entry with its place in the hash chain. */
export interface LoggedEntry {
  readonly entry: Entry;
  readonly id: string;
  readonly hash: string;
  /** Exactly as stored. */
  readonly body: string;
}

/**
 * Reads the entries of a run in order, each checked against the hash chain and its schema.
 *
 * Nothing damaged is ever handed out: entries before the damage are, then it throws.
 *
 * @throws `MAGI_LOG_CORRUPT`, `MAGI_LOG_NEWER`, `MAGI_LOG_BLOB_MISSING`, `MAGI_LOG_BLOB_PURGED`
 */
export async function* readEntries(
  log: EventLog,
  run: string,
  options: ReadEntriesOptions = {},
): AsyncGenerator<LoggedEntry> {
  const from = options.from ?? 0;
  let previous = { version: 0, hash: GENESIS };
  const range = options.to === undefined ? {} : { to: options.to + 1 };
  // One event earlier than asked for: its hash is what the first one is chained to.
  for await (const event of log.read(run, { from: Math.max(1, from), ...range })) {
    if (event.version > from) {
      checkLink(event, previous);
      yield await toEntry(log, event, options);
    }
    previous = event;
  }
}

function checkLink(event: StoredEvent, previous: { version: number; hash: string }): void {
  if (event.version !== previous.version + 1) {
    throw corruptLog(placeOf(event), 'the entry before it is missing');
  }
  if (link(previous.hash, event.stream, event.version, event) !== event.hash) {
    throw corruptLog(placeOf(event), 'its hash does not fit: it, or its place, was altered');
  }
}

async function toEntry(
  log: EventLog,
  event: StoredEvent,
  options: ReadEntriesOptions,
): Promise<LoggedEntry> {
  const stored = parseEntry(event, options.upcasters);
  const entry = options.keepReferences ? stored : await restorePayload(log, stored);
  return { entry, id: event.id, hash: event.hash, body: event.body };
}

/**
 * The entry in a stored event, in the newest format.
 *
 * @throws `MAGI_LOG_CORRUPT` where the body is against the schema or names another place
 */
export function parseEntry(event: StoredEvent, upcasters: Upcasters = UPCASTERS): Entry {
  const parsed = parseStored(upcast(parseBody(event), upcasters));
  if (!parsed.ok) throw corruptLog(placeOf(event), parsed.problem);
  const { run, seq } = parsed.entry;
  if (run !== event.stream || seq !== event.version - 1) {
    throw corruptLog(placeOf(event), `it says that it is entry #${seq} of ${run}`);
  }
  return parsed.entry;
}

function parseBody(event: StoredEvent) {
  try {
    const body: unknown = JSON.parse(event.body);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      return body as Parameters<typeof upcast>[0];
    }
  } catch (cause) {
    throw corruptLog(placeOf(event), 'it is not JSON', cause);
  }
  throw corruptLog(placeOf(event), 'it is not an object');
}

function placeOf(event: StoredEvent): string {
  return `Log ${event.stream}, entry #${event.version - 1}`;
}
