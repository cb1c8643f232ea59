import { join, relative } from 'node:path';
import { MagiError } from '@magi/contracts';
import { captureWorkingTree } from '../candidate/capture-tree.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { objectGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { type AttemptName, attemptPlace, attemptWorkPlace } from './attempt-place.ts';
import { attemptState } from './attempt-state.ts';
import { withTemporaryObjects } from './worktree-changes.ts';

export interface Preservation extends AttemptName {
  /** Why the attempt was not promoted, for a person. */
  readonly reason: string;
}

/**
 * Keeps what an attempt changed as a patch for `git apply --index`, with the reason beside it.
 *
 * Taken from its working tree if that is there, else from its commit. May be done again.
 *
 * @returns the folder, or null when there is no such attempt or it changed nothing
 */
export async function preserveAttempt(
  repository: Repository,
  preservation: Preservation,
): Promise<string | null> {
  const place = attemptPlace(repository, preservation);
  const state = await attemptState(repository, preservation);
  if (state.state === 'absent') return state.preserved;
  const patch = await patchOf(repository, preservation, state.from, state.commit);
  if (patch === null) return state.preserved;
  const folder = relative(repository.commonDir, place.preserved);
  for (const [name, content] of Object.entries({
    'attempt.patch': patch,
    'reason.txt': `${preservation.reason.trimEnd()}\n`,
  })) {
    const written = await writeAtomically(repository.commonDir, join(folder, name), content);
    if (!written.ok)
      throw new MagiError('MAGI_UNSAFE_PATH', written.error.message, { exitCode: 5 });
  }
  return place.preserved;
}

/** What the attempt changed; null when that is nothing. */
async function patchOf(
  repository: Repository,
  name: AttemptName,
  from: string | null,
  commit: string | null,
): Promise<Buffer | null> {
  if (from === null) return Buffer.alloc(0);
  const work = await attemptWorkPlace(repository, attemptPlace(repository, name));
  return withTemporaryObjects(async (dir) => {
    const captured = work
      ? await captureWorkingTree(repository, { ...work, objects: { dir, write: true } })
      : undefined;
    const after = captured?.ok ? captured.value : commit;
    if (after === null) return Buffer.alloc(0);
    const git = objectGit(repository, { dir, write: false });
    const patch = await git.bytes([
      ...['diff-tree', '-r', '-p', '--binary', '--full-index', '--no-renames', '--no-color'],
      ...['--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/'],
      ...['--end-of-options', from, after],
    ]);
    return patch.length === 0 && captured?.ok !== false ? null : patch;
  });
}
