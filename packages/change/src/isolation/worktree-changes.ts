import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureIndex, captureWorkingTree } from '../candidate/capture-tree.ts';
import { objectGit, type WorkPlace } from '../git/repository-git.ts';
import { commitOf, treeOf } from '../git/revision.ts';
import type { Repository } from '../repository.ts';
import { removeFolder } from './remove-folder.ts';

/** Whether a working tree is exactly a commit: HEAD, index and files, nothing untracked. */
export async function isPristine(
  repository: Repository,
  place: WorkPlace,
  commit: string,
): Promise<boolean> {
  const git = objectGit({ ...repository, gitDir: place.gitDir });
  if ((await commitOf(git, 'HEAD')) !== commit) return false;
  const tree = await treeOf(git, commit);
  return withTemporaryObjects(async (dir) => {
    const objects = { dir, write: true };
    const index = await captureIndex(repository, { ...place, objects });
    if (!index.ok || index.value !== tree) return false;
    const files = await captureWorkingTree(repository, { ...place, objects });
    return files.ok && files.value === tree;
  });
}

/** Runs with a folder for objects that nobody needs afterwards. */
export async function withTemporaryObjects<Value>(
  use: (dir: string) => Promise<Value>,
): Promise<Value> {
  const dir = await mkdtemp(join(tmpdir(), 'magi-objects-'));
  try {
    return await use(dir);
  } finally {
    await removeFolder(dir);
  }
}
