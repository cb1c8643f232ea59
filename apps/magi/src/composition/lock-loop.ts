import { type HeldLock, lockCandidate, publicationTarget, type Repository } from '@magi/change';
import { failure } from './workspace.ts';

/**
 * Takes the right to work on a candidate, and on the branch it would be published to.
 *
 * @throws `MAGI_CANDIDATE_BUSY`, exit 5, which says who holds it
 */
export async function lockLoop(repository: Repository, branch: string | null): Promise<HeldLock> {
  const target = branch === null ? null : await publicationTarget(repository, branch);
  const lock = await lockCandidate(repository, {
    run: `pid-${process.pid}`,
    ref: branch,
    at: Date.now(),
    ...(target?.ok && { remote: { repository: target.value.url, ref: target.value.ref } }),
  });
  if (!lock.ok) throw failure('CANDIDATE', lock.error, 5);
  return lock.value;
}
