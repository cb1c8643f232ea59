import type { Git } from '../git/git.ts';
import { type PathName, pathName } from '../git/path-name.ts';

/** One entry of a tree. Gitlinks (mode 160000) name a commit of another repository. */
export interface TreeEntry {
  readonly name: PathName;
  readonly mode: string;
  readonly oid: string;
}

const tab = 0x09;

/** All files of a tree in git's order (bytewise by path); folders themselves are left out. */
export async function listTree(git: Git, tree: string): Promise<readonly TreeEntry[]> {
  const output = await git.bytes(['ls-tree', '-r', '-z', '--full-tree', tree]);
  const entries: TreeEntry[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    const split = output.indexOf(tab, at);
    const [mode = '', , oid = ''] = output.toString('latin1', at, split).split(' ');
    entries.push({ name: pathName(output, split + 1, end), mode, oid });
    at = end + 1;
  }
  return entries;
}
