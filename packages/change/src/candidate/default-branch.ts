import type { Git } from '../git/git.ts';
import { commitOf, currentBranch } from '../git/revision.ts';

/** The branch that work is compared with. */
export interface DefaultBranch {
  /** Name to show and to resolve: `origin/main`, `master`, … */
  readonly name: string;
  readonly commit: string;
  /** True when HEAD is on this branch. */
  readonly isCurrent: boolean;
}

/**
 * Finds the default branch: what `origin` says, else `main` or `master` (local before remote), else
 * the configured name for new repositories, else the only branch there is.
 */
export async function defaultBranch(git: Git): Promise<DefaultBranch | null> {
  const current = (await currentBranch(git))?.replace('refs/heads/', '');
  for (const name of await likelyNames(git)) {
    const commit = await commitOf(git, `refs/${name}`);
    if (commit === null) continue;
    const branch = name.replace(/^heads\/|^remotes\/origin\//, '');
    return {
      name: name.replace(/^heads\/|^remotes\//, ''),
      commit,
      isCurrent: branch === current,
    };
  }
  return onlyBranch(git, current);
}

async function likelyNames(git: Git): Promise<readonly string[]> {
  const [origin, configured] = await Promise.all([
    git.run(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']),
    git.run(['config', '--get', 'init.defaultBranch']),
  ]);
  const fromOrigin = origin.stdout
    .toString('utf8')
    .trim()
    .replace(/^refs\//, '');
  const names = ['main', 'master', configured.stdout.toString('utf8').trim()];
  return [
    fromOrigin,
    ...names.flatMap((name) => [`heads/${name}`, `remotes/origin/${name}`]),
  ].filter((name) => !name.endsWith('/') && name !== '');
}

async function onlyBranch(git: Git, current: string | undefined): Promise<DefaultBranch | null> {
  const listed = await git.text(['for-each-ref', '--format=%(refname)', 'refs/heads']);
  const branches = listed.split('\n').filter((name) => !name.startsWith('refs/heads/magi/'));
  const [only, second] = branches;
  if (!only || second !== undefined) return null;
  const name = only.replace('refs/heads/', '');
  const commit = await commitOf(git, only);
  return commit === null ? null : { name, commit, isCurrent: name === current };
}
