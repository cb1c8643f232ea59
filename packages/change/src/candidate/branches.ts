import { objectGit } from '../git/repository-git.ts';
import { commitOf, currentBranch, fullNameOf, isAncestor } from '../git/revision.ts';
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

/** Names that begin at the branch that is checked out and lead away from it. */
const ELSEWHERE = /@\{(?:u|upstream|push|-\d+)\}/i;

/**
 * Whether a commit on the branch that is checked out makes a revision name another commit:
 * `HEAD~2`, `@{1}`, `BRANCH^`. Text searches (`:/…`) count too, for the new commit may match.
 *
 * @see gitrevisions(7)
 */
export async function movesWithHead(repository: Repository, revision: string): Promise<boolean> {
  if (ELSEWHERE.test(revision)) return false;
  const [root = ''] = revision.split(/[~^:]|@\{/, 1);
  if (root === '' || root === '@' || root === 'HEAD') return true;
  const git = objectGit(repository);
  const [current, named] = await Promise.all([currentBranch(git), fullNameOf(git, root)]);
  return current !== null && named === current;
}

/** Whether `commit` is `ancestor` or grows from it; false when either is not known here. */
export function growsFrom(
  repository: Repository,
  commit: string,
  ancestor: string,
): Promise<boolean> {
  return isAncestor(objectGit(repository), ancestor, commit);
}
