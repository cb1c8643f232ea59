import { type EventLog, MagiError, type StoredEvent } from '@magi/contracts';
import { blobDigestIn } from '../entries/blob-reference.ts';
import { purgeOf } from '../retention/archive.ts';
import { toExportLine } from './export-line.ts';

/**
 * Writes a run as lines of JSON, each with its line break: what every reading command accepts.
 *
 * Each entry is its stored body with `id` and `hash` added at the end. The bytes of big payloads
 * follow as lines of their own, unless `blobs` is false.
 *
 * @throws `MAGI_LOG_CORRUPT` for a body that is no entry, or a blob whose bytes have changed
 */
export async function* exportRun(
  log: EventLog,
  run: string,
  options: { readonly blobs?: boolean } = {},
): AsyncGenerator<string> {
  const digests = new Set<string>();
  for await (const event of log.read(run)) {
    const line = toExportLine(event);
    if (line === null) throw notExportable(event);
    yield `${line}\n`;
    const digest = blobDigestIn(event.body);
    if (digest !== null) digests.add(digest);
  }
  if (options.blobs === false) return;
  for (const digest of digests) {
    const line = await blobLine(log, digest);
    if (line !== null) yield `${JSON.stringify(line)}\n`;
  }
}

async function blobLine(log: EventLog, digest: string) {
  const bytes = await log.getBlob(digest);
  if (bytes !== null) {
    return { $blobContent: digest, base64: Buffer.from(bytes).toString('base64') };
  }
  const purge = await purgeOf(log, digest);
  return purge && { $blobPurged: digest, at: purge.at, reason: purge.reason };
}

function notExportable(event: StoredEvent): MagiError {
  return new MagiError(
    'MAGI_LOG_CORRUPT',
    `Log ${event.stream}, entry #${event.version - 1}: it is no line of JSON.`,
    { exitCode: 5 },
  );
}
