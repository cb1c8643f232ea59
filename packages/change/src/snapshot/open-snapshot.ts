import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Candidate, MagiError, type Snapshot } from '@magi/contracts';
import { defaultObjectsDir } from '../candidate/objects-dir.ts';
import { checkRelativePath } from '../files/path-guard.ts';
import { openObjectReader } from '../git/object-reader.ts';
import { objectGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { blobsOf } from './tree-listing.ts';

type Side = 'base' | 'head';

export interface SnapshotOptions {
  /** The folder that `resolveCandidate` was given. */
  readonly objectsDir?: string;
}

const gitlinkMode = '160000';

/**
 * Opens both sides of a candidate for reading, by object id: what happens to the working tree
 * meanwhile cannot change what a scanner sees.
 *
 * A gitlink reads as null, a symbolic link as its target. One git process serves all reads; it
 * starts with the first and ends with `dispose`, which also removes what was materialised.
 */
export async function openSnapshot(
  repository: Repository,
  candidate: Candidate,
  options: SnapshotOptions = {},
): Promise<Snapshot> {
  const dir = options.objectsDir ?? (await defaultObjectsDir(repository));
  const git = objectGit(repository, { dir, write: false });
  const reader = openObjectReader(git);
  const changed = { base: changedBlobs(candidate, 'base'), head: changedBlobs(candidate, 'head') };
  const folders: string[] = [];

  const listing = (side: Side) => blobsOf(git, candidate[side].tree);

  async function read(side: Side, path: string): Promise<Uint8Array | null> {
    const oid = changed[side].get(path) ?? (await listing(side)).get(path);
    return oid === undefined ? null : reader.read(oid);
  }

  async function materialise(side: Side, paths: readonly string[]): Promise<string> {
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'magi-snapshot-'));
    folders.push(folder);
    for (const path of new Set(paths)) {
      const checked = checkRelativePath(path);
      if (!checked.ok) {
        throw new MagiError('MAGI_UNSAFE_PATH', checked.error.message, { exitCode: 5 });
      }
      const content = await read(side, path);
      if (content === null) continue;
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      // The folder is fresh and holds no links, so nothing can lead the write elsewhere.
      await writeFile(target, content, { mode: 0o600, flag: 'wx' });
    }
    return folder;
  }

  return {
    candidate,
    checkout: repository.root,
    read,
    list: async (side) => [...(await listing(side)).keys()],
    materialise,
    dispose: async () => {
      await reader.dispose();
      await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
    },
  };
}

/** Blobs that the candidate names itself, so that reading changed files needs no listing. */
function changedBlobs(candidate: Candidate, side: Side): ReadonlyMap<string, string> {
  const blobs = new Map<string, string>();
  for (const file of candidate.files) {
    const path = side === 'base' ? (file.oldPath ?? file.path) : file.path;
    const oid = side === 'base' ? file.oldOid : file.newOid;
    const mode = side === 'base' ? file.oldMode : file.newMode;
    if (oid !== null && mode !== gitlinkMode) blobs.set(path, oid);
  }
  return blobs;
}
