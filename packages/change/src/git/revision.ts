import type { Git } from './git.ts';

/**
 * Commit that a revision names, or null.
 *
 * Names that begin with a dash are refused, so that no name can be taken for an option.
 */
export async function commitOf(git: Git, revision: string): Promise<string | null> {
  if (revision === '' || revision.startsWith('-') || /[\0\n]/.test(revision)) return null;
  const exit = await git.run([
    ...['rev-parse', '--verify', '--quiet', '--end-of-options'],
    `${revision}^{commit}`,
  ]);
  const oid = exit.stdout.toString('utf8').trim();
  return exit.code === 0 && /^[0-9a-f]{40,64}$/.test(oid) ? oid : null;
}

export function treeOf(git: Git, commit: string): Promise<string> {
  return git.text(['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`]);
}

/** Best common ancestor of two commits, or null. */
export async function mergeBase(git: Git, one: string, other: string): Promise<string | null> {
  const exit = await git.run(['merge-base', '--end-of-options', one, other]);
  const [first = ''] = exit.stdout.toString('utf8').split('\n');
  return exit.code === 0 && first !== '' ? first : null;
}

/** Whether one commit is reached from another (or is the same). */
export async function isAncestor(git: Git, ancestor: string, commit: string): Promise<boolean> {
  const exit = await git.run([
    ...['merge-base', '--is-ancestor', '--end-of-options'],
    ...[ancestor, commit],
  ]);
  return exit.code === 0;
}

/** Parents as the commit itself names them, also where a shallow clone has cut them off. */
export async function parentsOf(git: Git, commit: string): Promise<readonly string[]> {
  const text = await git.text(['cat-file', 'commit', commit]);
  const header = text.split('\n\n', 1)[0] ?? '';
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? '');
}

/** Full name of the branch that a working tree has checked out, or null when HEAD is detached. */
export async function currentBranch(git: Git): Promise<string | null> {
  const exit = await git.run(['symbolic-ref', '--quiet', 'HEAD']);
  return exit.code === 0 ? exit.stdout.toString('utf8').trim() : null;
}
