import { type ChangedFile, fail, ok, type Result, type WrittenLines } from '@magi/contracts';
import { captureWorkingTree } from '../candidate/capture-tree.ts';
import { diffTrees } from '../diff/diff-trees.ts';
import { writtenLines } from '../diff/lines.ts';
import type { Git } from '../git/git.ts';
import { objectGit, workGit } from '../git/repository-git.ts';
import { commitOf, currentBranch, isAncestor, treeOf } from '../git/revision.ts';
import type { Repository } from '../repository.ts';
import { type AttemptName, attemptPlace, attemptWorkPlace } from './attempt-place.ts';
import { readRecord } from './attempt-state.ts';

export interface CommitRequest extends AttemptName {
  readonly message: string;
  /** Milliseconds since 1970; equal requests make equal commits. */
  readonly at: number;
  /** Author and committer; default: who git is configured for, else magi. */
  readonly identity?: { readonly name: string; readonly email: string };
}

export type CommittedAttempt =
  | { readonly outcome: 'no_change' }
  | {
      readonly outcome: 'committed';
      readonly commit: string;
      readonly tree: string;
      readonly files: readonly ChangedFile[];
      readonly written: readonly WrittenLines[];
    };

export interface CommitFailure {
  readonly kind: 'no-attempt' | 'history-rewritten' | 'unreadable-file';
  readonly message: string;
}

/**
 * Makes one commit of all that an attempt changed, ignored files aside, on top of what it started
 * from; commits that the fixer made itself are folded into it.
 *
 * No hook runs and nothing is signed. An attempt whose branch no longer grows from its start, or
 * whose working tree has another branch checked out, fails as `history-rewritten`.
 */
export async function commitAttempt(
  repository: Repository,
  request: CommitRequest,
): Promise<Result<CommittedAttempt, CommitFailure>> {
  const place = attemptPlace(repository, request);
  const work = await attemptWorkPlace(repository, place);
  const record = await readRecord(repository, place);
  if (!work || !record) {
    return fail({ kind: 'no-attempt', message: `attempt ${request.number} is not open` });
  }
  const git = objectGit({ ...repository, gitDir: work.gitDir });
  const tip = await commitOf(git, 'HEAD');
  const isOwn = (await currentBranch(git)) === place.branch;
  if (tip === null || !isOwn || !(await isAncestor(git, record.from, tip))) {
    return fail({
      kind: 'history-rewritten',
      message: `the fixer moved ${place.branch} away from ${record.from.slice(0, 12)}`,
    });
  }

  const captured = await captureWorkingTree(repository, work);
  if (!captured.ok) return fail({ kind: 'unreadable-file', message: captured.error.message });
  const tree = captured.value;
  if (tree === (await treeOf(git, record.from))) return ok({ outcome: 'no_change' });

  const commit = await git.text(['commit-tree', tree, '-p', record.from], {
    input: `${request.message.trimEnd()}\n`,
    env: await signature(git, request),
  });
  await git.bytes(['update-ref', '-m', 'magi: attempt', place.branch, commit, tip]);
  const inside = await workGit(repository, work);
  await inside.bytes(['read-tree', commit]);
  await inside.run(['update-index', '-q', '--refresh']);

  const files = await diffTrees(repository, record.from, commit);
  return ok({ outcome: 'committed', commit, tree, files, written: writtenLines(files) });
}

async function signature(git: Git, request: CommitRequest): Promise<Record<string, string>> {
  const configured = async (key: string) =>
    (await git.run(['config', '--get', key])).stdout.toString('utf8').trim();
  const identity = request.identity ?? {
    name: await configured('user.name'),
    email: await configured('user.email'),
  };
  const isKnown = identity.name !== '' && identity.email !== '';
  const { name, email } = isKnown ? identity : { name: 'magi', email: 'magi@localhost' };
  const date = `@${Math.floor(request.at / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}
