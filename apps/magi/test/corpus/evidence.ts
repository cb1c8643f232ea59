import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ground } from './ground.ts';
import type { Evidence } from './scenario.ts';

/**
 * The facts that every scenario is graded by: how many commits the branch gained, what the marker
 * says at its tip, and whether anything was left behind.
 */
export function evidenceOf(ground: Ground): Evidence {
  return {
    commits: commitsSince(ground, ground.head),
    marker: atTip(ground, 'marker.txt'),
    isClean: git(ground, 'status', '--porcelain') === '',
    leftOver: leftOver(ground),
  };
}

/** Commits that `topic` has beyond a commit; -1 when it does not even grow from there. */
export function commitsSince(ground: Ground, commit: string): number {
  const base = git(ground, 'merge-base', commit, 'topic');
  return base === commit ? Number(git(ground, 'rev-list', '--count', `${commit}..topic`)) : -1;
}

/** Content of a file at the tip of `topic`, without its last line break; `(none)` without one. */
export function atTip(ground: Ground, path: string, revision = 'topic'): string {
  const has = git(ground, 'ls-tree', '--name-only', revision, '--', path) !== '';
  return has ? git(ground, 'show', `${revision}:${path}`) : '(none)';
}

export function tip(ground: Ground, branch = 'topic'): string {
  return git(ground, 'rev-parse', `refs/heads/${branch}`);
}

/** Content of a file of the checkout, or `(none)`. */
export function onDisk(ground: Ground, path: string): string {
  const file = join(ground.repository.dir, path);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '(none)';
}

/** Names in a folder of the checkout; none when it is not there. */
export function namesIn(ground: Ground, path: string): readonly string[] {
  const folder = join(ground.repository.dir, path);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Working trees beside the checkout, and branches that nobody but magi makes. */
export function leftOver(ground: Ground): readonly string[] {
  const trees = git(ground, 'worktree', 'list', '--porcelain')
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .slice(1)
    .map(() => 'worktree');
  const branches = git(ground, 'for-each-ref', '--format=branch', 'refs/heads/magi')
    .split('\n')
    .filter((line) => line !== '');
  return [...trees, ...branches];
}

/** Whether a commit is in the object store, whatever refers to it. */
export function hasObject(ground: Ground, commit: string): boolean {
  try {
    git(ground, 'cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Trailer of the newest commit of `topic`. */
export function trailer(ground: Ground, key: string): string {
  return git(ground, 'log', '-1', `--format=%(trailers:key=${key},valueonly)`, 'topic').trim();
}

/** Commit of a branch in another repository, asked of that repository. */
export function remoteTip(dir: string, branch = 'topic'): string {
  return execFileSync('git', ['rev-parse', `refs/heads/${branch}`], {
    cwd: dir,
    encoding: 'utf8',
  }).trim();
}

function git({ repository }: Ground, ...args: readonly string[]): string {
  return repository.git(...args);
}
