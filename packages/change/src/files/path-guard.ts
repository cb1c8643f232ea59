import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@magi/contracts';

export interface PathFailure {
  readonly kind:
    | 'empty'
    | 'nul'
    | 'absolute'
    | 'parent-segment'
    | 'git-folder'
    | 'link'
    | 'not-a-folder';
  readonly message: string;
}

/**
 * Checks a relative path that somebody else chose, by its text alone.
 *
 * Refused: empty, NUL, absolute or with a drive, `.` and `..` segments, and `.git` in any spelling
 * that a file system of another platform would take for it.
 */
export function checkRelativePath(path: string): Result<string, PathFailure> {
  if (path === '') return refused('empty', path);
  if (path.includes('\0')) return refused('nul', path);
  if (/^[/\\]|^[A-Za-z]:/.test(path)) return refused('absolute', path);
  const segments = path.split('/');
  // A backslash separates folders on Windows only; there it must not smuggle a segment in.
  const all = process.platform === 'win32' ? path.split(/[/\\]/) : segments;
  if (all.some((part) => part === '..' || part === '.' || part === '')) {
    return refused('parent-segment', path);
  }
  return all.some(isGitFolder) ? refused('git-folder', path) : ok(path);
}

/**
 * Absolute form of a relative path below `root`, with no symbolic link among its existing parts,
 * the last one included. The root itself is trusted.
 */
export async function resolveInside(
  root: string,
  path: string,
): Promise<Result<string, PathFailure>> {
  const checked = checkRelativePath(path);
  if (!checked.ok) return checked;
  const segments = path.split('/');
  let current = root;
  for (const [index, segment] of segments.entries()) {
    current = join(current, segment);
    const entry = await lstat(current).catch(() => undefined);
    if (!entry) break;
    if (entry.isSymbolicLink()) return refused('link', path);
    if (index < segments.length - 1 && !entry.isDirectory()) return refused('not-a-folder', path);
  }
  return ok(join(root, path));
}

/** Code points that HFS+ leaves out of file names. */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

function isGitFolder(segment: string): boolean {
  const plain = segment.replace(ignorable, '').toLowerCase();
  return /^\.git[ .]*(?::.*)?$/.test(plain) || /^git~[0-9]+$/.test(plain);
}

const reasons: Readonly<Record<PathFailure['kind'], string>> = {
  empty: 'is empty',
  nul: 'contains a NUL character',
  absolute: 'is absolute',
  'parent-segment': 'has a ".", ".." or empty segment',
  'git-folder': 'leads into a .git folder',
  link: 'leads through a symbolic link',
  'not-a-folder': 'leads through a file',
};

function refused(kind: PathFailure['kind'], path: string) {
  return fail<PathFailure>({ kind, message: `the path ${JSON.stringify(path)} ${reasons[kind]}` });
}
