import { type HeldLock, lockCandidate, type Repository } from '@magi/change';
import type { RunSettings } from './run-settings.ts';
import { failure } from './workspace.ts';

/**
 * Takes the right to work on a candidate, and on the branch it is published to if it is.
 *
 * @throws `MAGI_CANDIDATE_BUSY`, exit 5, which says who holds it
 */
export async function lockLoop(
  repository: Repository,
  run: string,
  place: NonNullable<RunSettings['place']>,
): Promise<HeldLock> {
  const { branch, remote } = place;
  const lock = await lockCandidate(repository, {
    run,
    ref: branch,
    at: Date.now(),
    ...(remote && { remote: { repository: remote.url, ref: remote.ref } }),
  });
  if (!lock.ok) throw failure('CANDIDATE', lock.error, 5);
  return lock.value;
}
