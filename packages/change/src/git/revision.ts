import type { Git } from './git.ts';

/**
 * Commit that a revision names, or null.
 *
 * Names that begin with a dash are refused, so that no name can be taken for an option.
 */
export async function commitOf(git: Git, revision: string): Promise<string | null> {
  if (!isName(revision)) return null;
  const exit = await git.run([
    ...['rev-parse', '--verify', '--quiet', '--end-of-options'],
    `${revision}^{commit}`,
  ]);
  const oid = exit.stdout.toString('utf8').trim();
  return exit.code === 0 && /^[0-9a-f]{40,64}$/.test(oid) ? oid : null;
}

/** Full name of the branch or tag that a short name stands for, or null. */
export async function fullNameOf(git: Git, name: string): Promise<string | null> {
  if (!isName(name)) return null;
  const exit = await git.run(['rev-parse', '--symbolic-full-name', '--verify', '--quiet', name]);
  const full = exit.stdout.toString('utf8').trim();
  return exit.code === 0 && full !== '' ? full : null;
}

function isName(revision: string): boolean {
  return revision !== '' && !revision.startsWith('-') && !/[\0\n]/.test(revision);
}

/** A commit as it was written; `parents` also where a shallow clone has cut them off. */
export interface CommitObject {
  readonly oid: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

/**
 * Commits that revisions name, in their order, read by one process; null where one names none.
 *
 * Names that begin with a dash are refused, as in `commitOf`.
 */
export async function commitsOf(
  git: Git,
  revisions: readonly string[],
): Promise<readonly (CommitObject | null)[]> {
  const names = revisions.filter(isName);
  const input = names.map((name) => `${name}^{commit}\n`).join('');
  const commits =
    names.length === 0 ? [] : commitsIn(await git.bytes(['cat-file', '--batch'], { input }));
  return revisions.map((revision) => (isName(revision) ? (commits.shift() ?? null) : null));
}

/** An answer is a line `OID commit SIZE` and so many bytes, or a line that says what is wrong. */
function commitsIn(output: Buffer): (CommitObject | null)[] {
  const commits: (CommitObject | null)[] = [];
  for (let at = 0; at < output.length; ) {
    const start = output.indexOf('\n', at) + 1;
    const [, oid, size] =
      /^([0-9a-f]{40,64}) commit (\d+)$/.exec(output.toString('latin1', at, start - 1)) ?? [];
    at = start;
    if (oid === undefined) {
      commits.push(null);
      continue;
    }
    at += Number(size) + 1;
    const [header = ''] = output.toString('latin1', start, at - 1).split('\n\n', 1);
    const [, tree = ''] = /^tree ([0-9a-f]+)$/m.exec(header) ?? [];
    const parents = [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, one = '']) => one);
    commits.push({ oid, tree, parents });
  }
  return commits;
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

/** Full name of the branch that a working tree has checked out, or null when HEAD is detached. */
export async function currentBranch(git: Git): Promise<string | null> {
  const exit = await git.run(['symbolic-ref', '--quiet', 'HEAD']);
  return exit.code === 0 ? exit.stdout.toString('utf8').trim() : null;
}
