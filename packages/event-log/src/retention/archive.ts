import { type EventLog, Instant, type NewEvent, Sha256, type StoredEvent } from '@magi/contracts';
import { nanoid } from 'nanoid';
import { z } from 'zod';
import { corruptLog } from '../log-errors.ts';

/** Stream that remembers what retention took away; never a run. */
export const ARCHIVE_STREAM = '$archive';

/** What retention took away: a whole run (its head stays known), or the bytes of one payload. */
export const ArchiveRecord = z.discriminatedUnion('kind', [
  z.strictObject({
    v: z.literal(1),
    kind: z.literal('run'),
    at: Instant,
    run: z.string(),
    version: z.int().min(1),
    hash: Sha256,
    reason: z.string(),
  }),
  z.strictObject({
    v: z.literal(1),
    kind: z.literal('blob'),
    at: Instant,
    sha256: Sha256,
    reason: z.string(),
  }),
]);
export type ArchiveRecord = z.infer<typeof ArchiveRecord>;

/** Appends a record before anything is removed. */
export async function recordRemoval(log: EventLog, record: ArchiveRecord): Promise<void> {
  await log.append(ARCHIVE_STREAM, [toArchiveEvent(record)], 'any');
}

/** The event that keeps a record. */
export function toArchiveEvent(record: ArchiveRecord): NewEvent {
  return {
    id: nanoid(),
    type: `archive.${record.kind}`,
    at: record.at,
    body: JSON.stringify(record),
  };
}

/** All records of removals, oldest first. */
export async function* readArchive(log: EventLog): AsyncGenerator<ArchiveRecord> {
  for await (const event of log.read(ARCHIVE_STREAM)) {
    yield toRecord(event);
  }
}

function toRecord({ version, body }: StoredEvent): ArchiveRecord {
  try {
    return ArchiveRecord.parse(JSON.parse(body));
  } catch (cause) {
    throw corruptLog(`Log ${ARCHIVE_STREAM}, entry #${version - 1}`, 'it is no record', cause);
  }
}

/** The newest record that says why the bytes of a digest are gone; null when nobody purged them. */
export async function purgeOf(
  log: EventLog,
  sha256: string,
): Promise<Extract<ArchiveRecord, { kind: 'blob' }> | null> {
  let newest: Extract<ArchiveRecord, { kind: 'blob' }> | null = null;
  for await (const record of readArchive(log)) {
    if (record.kind === 'blob' && record.sha256 === sha256) newest = record;
  }
  return newest;
}
