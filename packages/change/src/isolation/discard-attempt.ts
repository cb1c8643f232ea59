import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { objectGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { type AttemptName, attemptPlace } from './attempt-place.ts';
import { attemptState } from './attempt-state.ts';
import { removeHalfMade } from './start-attempt.ts';

/**
 * Removes the working tree of an attempt, and its branch unless that holds a commit which the
 * candidate lacks: such a branch stays until `magi gc` takes it. May be done again.
 */
export async function discardAttempt(repository: Repository, name: AttemptName): Promise<void> {
  const place = attemptPlace(repository, name);
  const { state } = await attemptState(repository, name);
  await removeHalfMade(repository, place.folder);
  if (state === 'committed') return;
  await deleteBranch(repository, place.branch);
  await removeRecord(repository, place.record);
}

export async function deleteBranch(repository: Repository, branch: string): Promise<void> {
  await objectGit(repository).bytes(['update-ref', '-d', branch]);
}

/** Removes the record of an attempt, and the folder of its run with the last one. */
export async function removeRecord(repository: Repository, record: string): Promise<void> {
  const path = join(repository.commonDir, record);
  await rm(path, { force: true });
  await rmdir(dirname(path)).catch(() => undefined);
}
