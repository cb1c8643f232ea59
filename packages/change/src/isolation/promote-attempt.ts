import type { PromoteOutput } from '@magi/contracts';
import { captureIndex } from '../candidate/capture-tree.ts';
import { firstLine, type Git } from '../git/git.ts';
import { objectGit, type WorkPlace, workGit } from '../git/repository-git.ts';
import { commitOf, currentBranch, isAncestor, treeOf } from '../git/revision.ts';
import type { Repository } from '../repository.ts';
import { withTemporaryObjects } from './worktree-changes.ts';

export interface Promotion {
  /** Full name of the candidate's branch; null for a detached HEAD. */
  readonly branch: string | null;
  readonly startedFrom: string;
  readonly commit: string;
}

type Refusal = Extract<PromoteOutput, { outcome: 'refused' }>;

/**
 * Moves the candidate's branch to the commit of an attempt, and the user's checkout with it.
 *
 * Only by fast-forward, only from the commit the attempt started from, only while that branch is
 * checked out in `repository.root`, and only over a clean checkout: untracked files may lie there as
 * long as none is in the way. Whatever is refused leaves branch, index and files as they were.
 * Doing it again after a kill finishes what was begun, or finds it done.
 */
export async function promoteAttempt(
  repository: Repository,
  promotion: Promotion,
): Promise<PromoteOutput> {
  const { branch, startedFrom, commit } = promotion;
  const git = objectGit(repository);
  if (!(await isFastForward(git, promotion))) {
    return refused('not_fast_forward', `${short(commit)} does not grow from ${short(startedFrom)}`);
  }
  const tree = await treeOf(git, commit);
  const target = branch ?? 'HEAD';
  const tip = await commitOf(git, target);
  const place: WorkPlace = { gitDir: repository.gitDir, workTree: repository.root };
  if (tip !== null && (await isAncestor(git, commit, tip))) {
    return { outcome: 'promoted', head: commit, tree };
  }
  if ((await currentBranch(git)) !== branch) {
    return refused('branch_switched', `${branch ?? 'a detached HEAD'} is no longer checked out`);
  }
  if (tip !== startedFrom) {
    return refused('head_moved', `${target} moved to ${tip === null ? 'nothing' : short(tip)}`);
  }

  const updated = await updateCheckout(repository, place, promotion);
  if (updated) return updated;
  const moved = await git.run([
    ...['update-ref', '-m', 'magi: promoted attempt', ...(branch === null ? ['--no-deref'] : [])],
    ...[target, commit, startedFrom],
  ]);
  if (moved.code === 0) return { outcome: 'promoted', head: commit, tree };

  const inside = await workGit(repository, place);
  await inside.bytes(['read-tree', '-m', '-u', '--no-recurse-submodules', commit, startedFrom]);
  return refused('head_moved', `${target} moved meanwhile: ${firstLine(moved.stderr)}`);
}

async function isFastForward(git: Git, { startedFrom, commit }: Promotion): Promise<boolean> {
  const known = await Promise.all([commitOf(git, startedFrom), commitOf(git, commit)]);
  return (
    known[0] === startedFrom &&
    known[1] === commit &&
    startedFrom !== commit &&
    (await isAncestor(git, startedFrom, commit))
  );
}

/** Brings index and files from the old commit to the new one, or says why not. */
async function updateCheckout(
  repository: Repository,
  place: WorkPlace,
  { startedFrom, commit }: Promotion,
): Promise<Refusal | undefined> {
  const git = await workGit(repository, place);
  // Refreshes what git remembers of file times; content does not change.
  await git.run(['update-index', '-q', '--refresh']);
  const changed = await git.run(['diff-files', '--quiet', '--ignore-submodules=dirty']);
  if (changed.code !== 0) return refused('dirty', `${repository.root} has uncommitted changes`);

  const index = await withTemporaryObjects((dir) =>
    captureIndex(repository, { ...place, objects: { dir, write: true } }),
  );
  if (!index.ok) return refused('dirty', index.error.message);
  // A kill came after the files and before the branch: the checkout is there already.
  if (index.value === (await treeOf(git, commit))) return undefined;
  if (index.value !== (await treeOf(git, startedFrom))) {
    return refused('dirty', `${repository.root} has staged changes`);
  }
  const read = await git.run([
    ...['read-tree', '-m', '-u', '--no-recurse-submodules', startedFrom, commit],
  ]);
  return read.code === 0 ? undefined : refused('dirty', firstLine(read.stderr));
}

function refused(reason: Refusal['reason'], message: string): Refusal {
  return { outcome: 'refused', reason, message };
}

function short(oid: string): string {
  return oid.slice(0, 12);
}
