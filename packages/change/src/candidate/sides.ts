import { type ChangeRequest, ok, type Result, type Revision } from '@magi/contracts';
import type { Git } from '../git/git.ts';
import { objectGit } from '../git/repository-git.ts';
import {
  type CommitObject,
  commitOf,
  commitsOf,
  currentBranch,
  mergeBase,
} from '../git/revision.ts';
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
  const [commit = null, first = null] = await commitsOf(git, [rev, `${rev}^1`]);
  if (commit === null) return unknownRevision(git, rev);
  const head = { ref: rev, commit: commit.oid, tree: commit.tree };
  const [named] = commit.parents;
  if (named === undefined) {
    return ok({ base: { ref: '(empty)', commit: null, tree: emptyTree(repository) }, head });
  }
  // What the commit itself says counts; grafts and shallow clones give it other parents.
  const parent = first?.oid === named ? first : (await commitsOf(git, [named]))[0];
  if (!parent) {
    return failed(
      'shallow',
      `the parent of ${rev} (${named.slice(0, 12)}) is not in this clone`,
      'Fetch more history: git fetch --deepen=1 (or --unshallow).',
    );
  }
  return ok({ base: { ref: `${rev}^`, commit: parent.oid, tree: parent.tree }, head });
}

async function rangeSides(
  repository: Repository,
  git: Git,
  base: string,
  head: string,
): SidesResult {
  const [commit = null, tip = null] = await commitsOf(git, [head, base]);
  if (commit === null) return unknownRevision(git, head);
  const fork = await forkPoint(repository, git, { name: base, tip }, { name: head, commit });
  if (!fork.ok) return fork;
  return ok({ base: fork.value, head: { ref: head, commit: commit.oid, tree: commit.tree } });
}

async function stagedSides(repository: Repository, git: Git, options: SidesOptions): SidesResult {
  const [commit = null] = await commitsOf(git, ['HEAD']);
  if (commit === null) return noCommits(repository);
  const place = { gitDir: repository.gitDir, workTree: repository.root };
  const tree = await captureIndex(repository, {
    ...place,
    objects: { dir: options.objectsDir, write: true },
  });
  if (!tree.ok) return tree;
  return ok({
    base: { ref: 'HEAD', commit: commit.oid, tree: commit.tree },
    head: { ref: 'index', commit: null, tree: tree.value },
  });
}

async function worktreeSides(
  repository: Repository,
  git: Git,
  wantedBase: string | undefined,
  options: SidesOptions,
): SidesResult {
  const [commit = null] = await commitsOf(git, ['HEAD']);
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
  const isCommitted = captured.value === commit.tree;
  const head: Revision = isCommitted
    ? { ref: branch, commit: commit.oid, tree: captured.value }
    : { ref: 'worktree', commit: null, tree: captured.value };
  return ok({ base: base.value, head });
}

async function worktreeBase(
  repository: Repository,
  git: Git,
  wanted: string | undefined,
  head: CommitObject,
): Promise<Result<Revision, CandidateFailure>> {
  if (wanted !== undefined) return forkFromHead(repository, git, wanted, head);
  const found = await defaultBranch(git);
  if (!found) {
    return failed(
      'no-default-branch',
      'it is not clear which branch this work belongs to: there is no origin/HEAD, main or master',
      'Name it with --base BRANCH, or set "base" in the configuration of magi.',
    );
  }
  if (found.isCurrent) {
    const ref = `HEAD (uncommitted work on ${found.name})`;
    return ok({ ref, commit: head.oid, tree: head.tree });
  }
  return forkFromHead(repository, git, found.name, head);
}

async function forkFromHead(
  repository: Repository,
  git: Git,
  name: string,
  head: CommitObject,
): Promise<Result<Revision, CandidateFailure>> {
  const [tip = null] = await commitsOf(git, [name]);
  return forkPoint(repository, git, { name, tip }, { name: 'HEAD', commit: head });
}

/** The commit where head and base parted; comparing with the tip would show the base's own work. */
async function forkPoint(
  repository: Repository,
  git: Git,
  { name: base, tip }: { readonly name: string; readonly tip: CommitObject | null },
  head: { readonly name: string; readonly commit: CommitObject },
): Promise<Result<Revision, CandidateFailure>> {
  if (tip === null) return unknownRevision(git, base);
  const commit = await mergeBase(git, tip.oid, head.commit.oid);
  if (commit === tip.oid) return ok({ ref: base, commit, tree: tip.tree });
  const [fork] = commit === null ? [] : await commitsOf(git, [commit]);
  if (fork) {
    return ok({ ref: `merge-base(${base}, ${head.name})`, commit: fork.oid, tree: fork.tree });
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
