import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MagiError } from '@magi/contracts';
import type { WorkPlace } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';

/** Names one attempt of one run. */
export interface AttemptName {
  readonly run: string;
  readonly number: number;
}

/** Where everything of one attempt lives; nothing of magi's is ever changed outside of these. */
export interface AttemptPlace {
  /** Working tree that the fixer may change. */
  readonly folder: string;
  /** What the attempt started from, written before anything else. */
  readonly record: string;
  /** Full name of the branch. */
  readonly branch: string;
  /** Folder for the patch and the reason of an attempt that was not promoted. */
  readonly preserved: string;
}

export const branchNamespace = 'refs/heads/magi/attempt/';

export function attemptsFolder(repository: Repository): string {
  return join(repository.commonDir, 'magi', 'attempts');
}

export function preservedFolder(repository: Repository): string {
  return join(repository.commonDir, 'magi', 'preserved');
}

/** Places of an attempt. Run ids become parts of paths and refs, hence the narrow alphabet. */
export function attemptPlace(repository: Repository, { run, number }: AttemptName): AttemptPlace {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(run) || !Number.isInteger(number) || number < 1) {
    throw new MagiError('MAGI_BAD_ATTEMPT', `no name for an attempt: ${run} ${number}`);
  }
  return {
    folder: join(attemptsFolder(repository), run, String(number)),
    record: `magi/attempts/${run}/${number}.json`,
    branch: `${branchNamespace}${run}/${number}`,
    preserved: join(preservedFolder(repository), run, String(number)),
  };
}

/**
 * Git directory of a linked working tree, or null when git does not know the folder.
 *
 * Found from git's side: the `.git` file inside the folder can be rewritten by whoever works there.
 */
export async function linkedGitDir(repository: Repository, folder: string): Promise<string | null> {
  const all = join(repository.commonDir, 'worktrees');
  const names = await readdir(all).catch(() => []);
  for (const name of names) {
    const pointer = await readFile(join(all, name, 'gitdir'), 'utf8').catch(() => '');
    if (pointer.trim() === join(folder, '.git')) return join(all, name);
  }
  return null;
}

/** The attempt's working tree as a place for git, or null when it is missing or half made. */
export async function attemptWorkPlace(
  repository: Repository,
  place: AttemptPlace,
): Promise<WorkPlace | null> {
  const gitDir = await linkedGitDir(repository, place.folder);
  if (gitDir === null) return null;
  const isThere = await exists(place.folder);
  // Git marks a working tree as locked while it makes it; a kill leaves the mark behind.
  const isHalfMade =
    (await exists(join(gitDir, 'locked'))) || !(await exists(join(gitDir, 'index')));
  return isThere && !isHalfMade ? { gitDir, workTree: place.folder } : null;
}

export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
