import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, MagiError, ok, type Result } from '@magi/contracts';
import { writeAtomically } from '../files/write-atomically.ts';
import { objectGit, workGit } from '../git/repository-git.ts';
import { commitOf, currentBranch } from '../git/revision.ts';
import type { Repository } from '../repository.ts';
import {
  type AttemptName,
  attemptPlace,
  attemptWorkPlace,
  exists,
  linkedGitDir,
} from './attempt-place.ts';
import { attemptState } from './attempt-state.ts';
import { removeFolder } from './remove-folder.ts';
import { isPristine } from './worktree-changes.ts';

export interface AttemptStart extends AttemptName {
  /** Commit to start from. */
  readonly from: string;
  /** Full name of the candidate's branch; default: the one that is checked out. */
  readonly candidate?: string | null;
}

/** An open attempt: a working tree of its own on a branch of its own. */
export interface OpenAttempt {
  readonly folder: string;
  readonly branch: string;
  readonly from: string;
}

export interface StartFailure {
  readonly kind: 'left-over';
  readonly message: string;
}

/**
 * Makes the working tree and the branch of an attempt below magi's own folder and namespace.
 *
 * Starting again what a kill has cut off is safe: half-made trees are made anew. An attempt that
 * holds work already fails as `left-over`; preserve and discard it first.
 */
export async function startAttempt(
  repository: Repository,
  start: AttemptStart,
): Promise<Result<OpenAttempt, StartFailure>> {
  const place = attemptPlace(repository, start);
  const git = objectGit(repository);
  const from = await commitOf(git, start.from);
  if (from === null) {
    throw new MagiError('MAGI_UNKNOWN_COMMIT', `there is no commit ${start.from}`, { exitCode: 5 });
  }
  const opened: OpenAttempt = { folder: place.folder, branch: place.branch, from };
  const before = await attemptState(repository, start);
  const work = await attemptWorkPlace(repository, place);
  if (before.commit !== null || (work && !(await isPristine(repository, work, from)))) {
    return fail({
      kind: 'left-over',
      message: `attempt ${start.number} of run ${start.run} holds work already in ${place.folder}`,
    });
  }
  if (work) return ok(opened);

  await removeHalfMade(repository, place.folder);
  const candidate = start.candidate === undefined ? await currentBranch(git) : start.candidate;
  const record = `${JSON.stringify({ from, candidate })}\n`;
  const written = await writeAtomically(repository.commonDir, place.record, record);
  if (!written.ok) throw new MagiError('MAGI_UNSAFE_PATH', written.error.message, { exitCode: 5 });

  const outside = await workGit(repository, {
    gitDir: repository.gitDir,
    workTree: repository.root,
  });
  await mkdir(dirname(place.folder), { recursive: true, mode: 0o700 });
  await outside.bytes([
    ...['worktree', 'add', '--quiet', '--no-track', '--force', '-B'],
    ...[place.branch.replace('refs/heads/', ''), place.folder, from],
  ]);
  return ok(opened);
}

/** Removes a working tree that was never finished: its folder, or git's entry, or both. */
export async function removeHalfMade(repository: Repository, folder: string): Promise<void> {
  const gitDir = await linkedGitDir(repository, folder);
  if (await exists(folder)) await removeFolder(folder);
  if (gitDir !== null) await removeFolder(gitDir);
}
