import { type EventLog, fail, type LeaseHolder, ok, type Result } from '@magi/contracts';
import type { Head } from '../chain.ts';
import { runInfo } from '../list-runs.ts';
import { recordRemoval } from './archive.ts';

export type PurgeFailure =
  | { readonly kind: 'no-such-run' }
  | { readonly kind: 'held'; readonly holder: LeaseHolder | null };

const LEASE_MS = 60_000;

/**
 * Removes a run; its head stays in the archive stream, so that an export can be proven later.
 *
 * A run that a living process writes is left alone. Its blobs go with the next `collectGarbage`.
 *
 * @param options.owner who removes it, for the lease on the run
 */
export async function purgeRun(
  log: EventLog,
  run: string,
  options: { readonly at: string; readonly reason: string; readonly owner: string },
): Promise<Result<Head, PurgeFailure>> {
  const lease = await log.acquire(run, options.owner, LEASE_MS);
  if (lease === null) return fail({ kind: 'held', holder: await log.holder(run) });
  try {
    const head = await headOf(log, run);
    if (head === null) return fail({ kind: 'no-such-run' });
    const { at, reason } = options;
    await recordRemoval(log, { v: 1, kind: 'run', at, run, reason, ...head });
    await log.deleteStream(run);
    return ok(head);
  } finally {
    await log.release(lease);
  }
}

async function headOf(log: EventLog, run: string): Promise<Head | null> {
  const info = await runInfo(log, run);
  return info && { version: info.version, hash: info.hash };
}
