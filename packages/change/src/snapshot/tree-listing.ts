import type { Git } from '../git/git.ts';
import { pathName } from '../git/path-name.ts';

/** Ids of the blobs of a tree by path, in git's order; gitlinks are none. */
export type TreeBlobs = ReadonlyMap<string, string>;

const tab = 0x09;
const gitlinkMode = '160000';

/** A review reads its base and its head several times; a loop has a new head in each round. */
const treesKept = 3;
const kept = new Map<string, Promise<TreeBlobs>>();

/** All files of a tree, also those in folders below. What a tree holds never changes: read once. */
export function blobsOf(git: Git, tree: string): Promise<TreeBlobs> {
  const key = `${git.cwd}\0${tree}`;
  const known = kept.get(key);
  const blobs = known ?? listed(git, tree);
  kept.delete(key);
  kept.set(key, blobs);
  const [oldest] = kept.keys();
  if (kept.size > treesKept && oldest !== undefined) kept.delete(oldest);
  // A failure may be mended: it is not kept.
  blobs.catch(() => kept.delete(key));
  return blobs;
}

async function listed(git: Git, tree: string): Promise<TreeBlobs> {
  const output = await git.bytes(['ls-tree', '-r', '-z', '--full-tree', tree]);
  const blobs = new Map<string, string>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    const split = output.indexOf(tab, at);
    const [mode = '', , oid = ''] = output.toString('latin1', at, split).split(' ');
    if (mode !== gitlinkMode) blobs.set(pathName(output, split + 1, end).path, oid);
    at = end + 1;
  }
  return blobs;
}
