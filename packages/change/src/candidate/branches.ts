import { objectGit } from '../git/repository-git.ts';
import { commitOf, currentBranch, isAncestor } from '../git/revision.ts';
import type { Repository } from '../repository.ts';
import { defaultBranch } from './default-branch.ts';

/** Where a checkout stands, and what its work is compared with by default. */
export interface Branches {
  /** Full name of the branch that is checked out; null for a detached HEAD. */
  readonly current: string | null;
  /** Name of the default branch (`origin/main`, `master`, …); null when none can be told. */
  readonly base: string | null;
  /** True when the default branch itself is checked out. */
  readonly isOnBase: boolean;
}

/** Reads the branches of a checkout. */
export async function readBranches(repository: Repository): Promise<Branches> {
  const git = objectGit(repository);
  const [current, base] = await Promise.all([currentBranch(git), defaultBranch(git)]);
  return { current, base: base?.name ?? null, isOnBase: base?.isCurrent ?? false };
}

/** Commit that a revision stands for now, or null. */
export function commitAt(repository: Repository, revision: string): Promise<string | null> {
  return commitOf(objectGit(repository), revision);
}

/** Whether `commit` is `ancestor` or grows from it; false when either is not known here. */
export function growsFrom(
  repository: Repository,
  commit: string,
  ancestor: string,
): Promise<boolean> {
  return isAncestor(objectGit(repository), ancestor, commit);
}
