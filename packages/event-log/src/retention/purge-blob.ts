import type { MaintainedLog } from '../maintained-log.ts';
import { recordRemoval } from './archive.ts';

/**
 * Removes the bytes of one payload, for example because a secret got into it.
 *
 * The hash chain stays whole; readers are told when and why the bytes went. Says whether there were
 * any.
 */
export async function purgeBlob(
  log: MaintainedLog,
  sha256: string,
  options: { readonly at: string; readonly reason: string },
): Promise<boolean> {
  if ((await log.getBlob(sha256).catch(() => true)) === null) return false;
  const { at, reason } = options;
  await recordRemoval(log, { v: 1, kind: 'blob', at, sha256, reason });
  return log.deleteBlob(sha256);
}
