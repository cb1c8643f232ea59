import { mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Gives a materialised tree the dependencies that are installed in a checkout.
 *
 * Every `node_modules` of the checkout's packages becomes a folder of links. Links of a workspace
 * to its own packages are led into the tree, so that types come from the reviewed revision.
 */
export async function linkDependencies(
  tree: string,
  checkout: string,
  packageFolders: readonly string[],
): Promise<number> {
  const root = await realpath(checkout);
  let linked = 0;
  for (const folder of packageFolders) {
    linked += await linkFolder(
      join(root, folder, 'node_modules'),
      join(tree, folder, 'node_modules'),
      root,
      tree,
    );
  }
  return linked;
}

async function linkFolder(from: string, to: string, root: string, tree: string): Promise<number> {
  const entries = await readdir(from, { withFileTypes: true }).catch(() => []);
  if (entries.length === 0) return 0;
  await mkdir(to, { recursive: true });
  let linked = 0;
  for (const entry of entries) {
    const source = join(from, entry.name);
    if (entry.name.startsWith('@') && entry.isDirectory()) {
      linked += await linkFolder(source, join(to, entry.name), root, tree);
    } else {
      const target = entry.isSymbolicLink() ? await inTree(source, root, tree) : source;
      await symlink(target, join(to, entry.name)).catch(() => {});
      linked++;
    }
  }
  return linked;
}

/** Target of a link; one to a package of the workspace is moved into the tree. */
async function inTree(link: string, root: string, tree: string): Promise<string> {
  const target = join(dirname(link), await readlink(link));
  const inside = relative(root, target);
  const isOutside = inside.startsWith(`..${sep}`) || inside === '..';
  return isOutside || inside.split(sep).includes('node_modules') ? target : join(tree, inside);
}
