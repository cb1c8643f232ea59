import { blobDigestIn } from '../entries/blob-reference.ts';
import type { MaintainedLog, StoredBlob } from '../maintained-log.ts';

/**
 * Removes blobs that no entry refers to and gives freed space back to the file system.
 *
 * @param options.before only blobs last put before this instant: a newer one may belong to an entry
 * that is being appended right now
 */
export async function collectGarbage(
  log: MaintainedLog,
  options: { readonly before: string },
): Promise<{ readonly blobs: number; readonly bytes: number }> {
  const old: StoredBlob[] = [];
  for await (const blob of log.listBlobs()) if (blob.at < options.before) old.push(blob);
  // The candidates come first: a reference that is appended meanwhile is seen by this pass.
  const used = new Set<string>();
  for await (const { body } of log.readAll()) used.add(blobDigestIn(body) ?? '');
  let blobs = 0;
  let bytes = 0;
  for (const blob of old) {
    if (used.has(blob.sha256) || !(await log.deleteBlob(blob.sha256, options.before))) continue;
    blobs += 1;
    bytes += blob.bytes;
  }
  await log.reclaim();
  return { blobs, bytes };
}
