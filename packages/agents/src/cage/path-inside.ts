import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * True when `path`, as an agent wrote it, lies inside `root` after following symbolic links.
 *
 * Rule: no NUL, nothing below `.git`; the deepest existing ancestor is resolved with `realpath`, so
 * that a link inside the root that points outside does not count as inside.
 */
export function isInside(root: string, path: string): boolean {
  if (path.includes('\0')) return false;
  const realRoot = realpathSync(root);
  const real = realOfDeepestAncestor(resolve(root, path));
  const inner = relative(realRoot, real);
  if (inner === '..' || inner.startsWith(`..${sep}`) || isAbsolute(inner)) return false;
  return !inner.split(sep).some((part) => part.toLowerCase() === '.git');
}

function realOfDeepestAncestor(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    const target = danglingTarget(path);
    if (target !== null && links < 40)
      return realOfDeepestAncestor(resolve(parent, target), links + 1);
    if (parent === path) return path;
    return resolve(realOfDeepestAncestor(parent, links), relative(parent, path));
  }
}

// A write through a link whose target does not exist yet creates the target.
function danglingTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
