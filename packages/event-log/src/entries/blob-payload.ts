import { type Entry, type EventLog, type Json, MagiError } from '@magi/contracts';
import { corruptLog } from '../log-errors.ts';
import { purgeOf } from '../retention/archive.ts';
import { blobReferenceOf, claimsToBeReference } from './blob-reference.ts';
import { payloadOf, withPayload } from './payload.ts';

/** Payloads above this stand beside the log; below it a reference would not pay. */
export const BLOB_LIMIT_BYTES = 16_384;

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3;

/** True when an entry of this text surely has no payload that has to stand beside the log. */
export function staysWhole(entry: Entry, text: string, limitBytes: number): boolean {
  const payload = payloadOf(entry);
  if (payload === null) return true;
  return text.length * MOST_BYTES_A_UNIT <= limitBytes && !claimsToBeReference(payload);
}

/** Stores a payload over the limit beside the log and leaves its digest in the entry. */
export async function offloadPayload(log: EventLog, entry: Entry, limitBytes: number) {
  const payload = payloadOf(entry);
  if (payload === null) return entry;
  const text = JSON.stringify(payload);
  const isShort = Buffer.byteLength(text) <= limitBytes;
  if (isShort && !claimsToBeReference(payload)) return entry;
  const bytes = Buffer.from(text);
  const reference = { $blob: await log.putBlob(bytes), bytes: bytes.length };
  const type = entry.in?.type === 'event' ? { type: entry.in.event.type } : {};
  return withPayload(entry, { ...type, ...reference });
}

/**
 * Puts the bytes of a payload back into its entry.
 *
 * @throws `MAGI_LOG_BLOB_MISSING`, `MAGI_LOG_BLOB_PURGED`, `MAGI_LOG_CORRUPT`
 */
export async function restorePayload(log: EventLog, entry: Entry): Promise<Entry> {
  const reference = blobReferenceOf(payloadOf(entry));
  if (reference === null) return entry;
  const bytes = await log.getBlob(reference.$blob);
  if (bytes === null) throw await missingBlob(log, entry, reference.$blob);
  if (bytes.length !== reference.bytes) {
    throw corruptLog(placeOf(entry), `blob ${reference.$blob} has another length than recorded`);
  }
  return withPayload(entry, JSON.parse(Buffer.from(bytes).toString('utf8')) as Json);
}

async function missingBlob(log: EventLog, entry: Entry, digest: string): Promise<MagiError> {
  const purge = await purgeOf(log, digest);
  if (purge !== null) {
    return new MagiError(
      'MAGI_LOG_BLOB_PURGED',
      `${placeOf(entry)}: blob ${digest} was purged on ${purge.at}: ${purge.reason}.`,
      { exitCode: 5 },
    );
  }
  return new MagiError(
    'MAGI_LOG_BLOB_MISSING',
    `${placeOf(entry)}: the bytes of blob ${digest} are missing.`,
    { exitCode: 5, hint: 'Import the run again from an export that carries its blobs.' },
  );
}

function placeOf(entry: Entry): string {
  return `Log ${entry.run}, entry #${entry.seq}`;
}
