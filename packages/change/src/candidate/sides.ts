import { type ChangeRequest, ok, type Result, type Revision } from '@magi/contracts';
import type { Git } from '../git/git.ts';
import { objectGit } from '../git/repository-git.ts';
import { commitOf, currentBranch, mergeBase, parentsOf, treeOf } from '../git/revision.ts';
import { emptyTree, type Repository } from '../repository.ts';
import { type CandidateFailure, failed } from './candidate-failure.ts';
import { captureIndex, captureWorkingTree } from './capture-tree.ts';
import { defaultBranch } from './default-branch.ts';

export interface Sides {
  readonly base: Revision;
  readonly head: Revision;
}

export interface SidesOptions {
  /** Branch to compare with when the request names none. */
  readonly defaultBranch?: string;
  readonly objectsDir: string;
  /** Paths that the request names, below the root; ignored files among them are taken too. */
  readonly named?: readonly string[];
}

type SidesResult = Promise<Result<Sides, CandidateFailure>>;

/** Fixes what is compared with what; every doubt is a failure, never another base. */
export function sidesOf(
  repository: Repository,
  request: ChangeRequest,
  options: SidesOptions,
): SidesResult {
  const git = objectGit(repository);
  switch (request.mode) {
    case 'commit':
      return commitSides(repository, git, request.rev);
    case 'range':
      return rangeSides(repository, git, request.base, request.head);
    case 'staged':
      return stagedSides(repository, git, options);
    case 'worktree':
    case 'files':
      return worktreeSides(repository, git, request.base ?? options.defaultBranch, options);
  }
}

async function commitSides(repository: Repository, git: Git, rev: string): SidesResult {
  const commit = await commitOf(git, rev);
  if (commit === null) return unknownRevision(git, rev);
  const head = { ref: rev, commit, tree: await treeOf(git, commit) };
  const [parent] = await parentsOf(git, commit);
  if (parent === undefined) {
    return ok({ base: { ref: '(empty)', commit: null, tree: emptyTree(repository) }, head });
  }
  if ((await commitOf(git, parent)) === null) {
    return failed(
      'shallow',
      `the parent of ${rev} (${parent.slice(0, 12)}) is not in this clone`,
      'Fetch more history: git fetch --deepen=1 (or --unshallow).',
    );
  }
  return ok({ base: { ref: `${rev}^`, commit: parent, tree: await treeOf(git, parent) }, head });
}

async function rangeSides(
  repository: Repository,
  git: Git,
  base: string,
  head: string,
): SidesResult {
  const headCommit = await commitOf(git, head);
  if (headCommit === null) return unknownRevision(git, head);
  const fork = await forkPoint(repository, git, base, { name: head, commit: headCommit });
  if (!fork.ok) return fork;
  const tree = await treeOf(git, headCommit);
  return ok({ base: fork.value, head: { ref: head, commit: headCommit, tree } });
}

async function stagedSides(repository: Repository, git: Git, options: SidesOptions): SidesResult {
  const commit = await commitOf(git, 'HEAD');
  if (commit === null) return noCommits(repository);
  const place = { gitDir: repository.gitDir, workTree: repository.root };
  const tree = await captureIndex(repository, {
    ...place,
    objects: { dir: options.objectsDir, write: true },
  });
  if (!tree.ok) return tree;
  return ok({
    base: { ref: 'HEAD', commit, tree: await treeOf(git, commit) },
    head: { ref: 'index', commit: null, tree: tree.value },
  });
}

async function worktreeSides(
  repository: Repository,
  git: Git,
  wantedBase: string | undefined,
  options: SidesOptions,
): SidesResult {
  const commit = await commitOf(git, 'HEAD');
  if (commit === null) return noCommits(repository);
  const base = await worktreeBase(repository, git, wantedBase, commit);
  if (!base.ok) return base;
  const place = { gitDir: repository.gitDir, workTree: repository.root };
  const captured = await captureWorkingTree(
    repository,
    { ...place, objects: { dir: options.objectsDir, write: true } },
    options.named ? { also: options.named } : {},
  );
  if (!captured.ok) return captured;
  const branch = (await currentBranch(git))?.replace('refs/heads/', '') ?? 'HEAD';
  const isCommitted = captured.value === (await treeOf(git, commit));
  const head: Revision = isCommitted
    ? { ref: branch, commit, tree: captured.value }
    : { ref: 'worktree', commit: null, tree: captured.value };
  return ok({ base: base.value, head });
}

async function worktreeBase(
  repository: Repository,
  git: Git,
  wanted: string | undefined,
  head: string,
): Promise<Result<Revision, CandidateFailure>> {
  if (wanted !== undefined)
    return forkPoint(repository, git, wanted, { name: 'HEAD', commit: head });
  const found = await defaultBranch(git);
  if (!found) {
    return failed(
      'no-default-branch',
      'it is not clear which branch this work belongs to: there is no origin/HEAD, main or master',
      'Name it with --base BRANCH, or set "base" in the configuration of magi.',
    );
  }
  if (found.isCurrent) {
    const tree = await treeOf(git, head);
    return ok({ ref: `HEAD (uncommitted work on ${found.name})`, commit: head, tree });
  }
  return forkPoint(repository, git, found.name, { name: 'HEAD', commit: head });
}

/** The commit where head and base parted; comparing with the tip would show the base's own work. */
async function forkPoint(
  repository: Repository,
  git: Git,
  base: string,
  head: { readonly name: string; readonly commit: string },
): Promise<Result<Revision, CandidateFailure>> {
  const tip = await commitOf(git, base);
  if (tip === null) return unknownRevision(git, base);
  const commit = await mergeBase(git, tip, head.commit);
  if (commit !== null) {
    const ref = commit === tip ? base : `merge-base(${base}, ${head.name})`;
    return ok({ ref, commit, tree: await treeOf(git, commit) });
  }
  if (repository.shallow) {
    return failed(
      'shallow',
      `this clone is shallow: it does not reach back to where ${head.name} and ${base} parted`,
      'Fetch the history: git fetch --unshallow. In continuous integration set fetch-depth: 0.',
    );
  }
  return failed(
    'unrelated-histories',
    `${base} and ${head.name} have no common commit`,
    'Give a base that the change grew from, or review single commits with --commit REV.',
  );
}

async function unknownRevision(git: Git, revision: string) {
  const remote = await commitOf(git, `refs/remotes/origin/${revision}`);
  const hint =
    remote === null
      ? 'git log --oneline --all lists commits. A branch of the remote may need git fetch first.'
      : `There is origin/${revision}: use that name.`;
  return failed('unknown-revision', `${JSON.stringify(revision)} names no commit here`, hint);
}

function noCommits(repository: Repository) {
  return failed(
    'no-commits',
    `${repository.root} has no commits yet, so there is nothing to compare with`,
    'Make a first commit, even an empty one: git commit --allow-empty -m start',
  );
}
