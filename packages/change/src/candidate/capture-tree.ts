import { copyFile, mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok, type Result } from '@magi/contracts';
import { firstLine, type Git } from '../git/git.ts';
import { type WorkGit, type WorkPlace, workGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { type CandidateFailure, failed } from './candidate-failure.ts';
import { separateLargeFiles } from './large-files.ts';

export interface CaptureOptions {
  /** Paths to take even where they are ignored. */
  readonly also?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Tree of everything in a working tree that is not ignored: staged, unstaged and untracked.
 *
 * Works on a copy of the index; objects go where `place.objects` says. Neither the index nor the
 * object database of the repository is written. No program runs for it, not even in submodules:
 * those count as the commit they have checked out.
 */
export function captureWorkingTree(
  repository: Repository,
  place: WorkPlace,
  options: CaptureOptions = {},
): Promise<Result<string, CandidateFailure>> {
  return withIndexCopy(repository, place, async (git, scratch) => {
    const [{ deleted, changed }, untracked] = await Promise.all([
      trackedChanges(git),
      paths(git, ['ls-files', '-z', '--others', '--exclude-standard']),
    ]);
    const added = [
      ...changed,
      // A repository inside the working tree is listed with a slash; it becomes a gitlink.
      ...untracked.map((path) => (path.at(-1) === 0x2f ? path.subarray(0, -1) : path)),
      ...(options.also ?? []).map((path) => Buffer.from(path)),
    ];
    if (deleted.length > 0) {
      const input = list(deleted);
      await git.bytes(['update-index', '-z', '--force-remove', '--stdin'], { input });
    }
    const { entries, others } = git.knowsLargeFiles
      ? await separateLargeFiles(git, added, scratch)
      : { entries: [], others: added };
    if (entries.length > 0) {
      await git.bytes(['update-index', '-z', '--index-info'], { input: list(entries) });
    }
    if (others.length > 0) {
      const input = list(others);
      const update = await git.run(['update-index', '-z', '--add', '--remove', '--stdin'], {
        input,
      });
      if (update.code !== 0) return unreadable(update.stderr);
    }
    return ok(await writeTree(git));
  });
}

/** Tree of the index; conflicts that are not resolved have none. */
export function captureIndex(
  repository: Repository,
  place: WorkPlace,
): Promise<Result<string, CandidateFailure>> {
  return withIndexCopy(repository, place, async (git) => {
    const conflicts = await paths(git, ['ls-files', '-z', '--unmerged']);
    if (conflicts.length > 0) {
      return failed(
        'unmerged',
        'the index has conflicts that are not resolved',
        'Resolve them (git status lists them) and stage the result.',
      );
    }
    return ok(await writeTree(git));
  });
}

async function withIndexCopy<Value>(
  repository: Repository,
  place: WorkPlace,
  use: (git: WorkGit, scratch: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'magi-index-'));
  try {
    const indexFile = join(folder, 'index');
    await copyIndex(join(place.gitDir, 'index'), indexFile);
    if (place.objects) await mkdir(place.objects.dir, { recursive: true, mode: 0o700 });
    return await use(await workGit(repository, { ...place, indexFile }), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies an index with its time, rounded down. Git trusts sizes and times of files that are older
 * than the index; with a younger index it would not see an edit of the same size which came within
 * the second after the last `git add`.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  const entry = await stat(from).catch(() => undefined);
  if (!entry) return;
  await copyFile(from, to);
  const seconds = Math.floor(entry.mtimeMs / 1000);
  await utimes(to, seconds, seconds);
}

/** Tracked paths that differ from the index, as git lists them by file times and sizes. */
async function trackedChanges(git: Git) {
  const fields = await paths(git, [
    ...['diff-files', '-z', '--name-status', '--no-renames', '--ignore-submodules=dirty'],
  ]);
  const deleted: Buffer[] = [];
  const changed: Buffer[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const path = fields[at + 1] as Buffer;
    if (fields[at]?.toString('latin1') === 'D') deleted.push(path);
    else changed.push(path);
  }
  return { deleted, changed };
}

async function paths(git: Git, args: readonly string[]): Promise<Buffer[]> {
  const output = await git.bytes(args);
  const found: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    found.push(output.subarray(at, end));
    at = end + 1;
  }
  return found;
}

function list(names: readonly Buffer[]): Buffer {
  const nul = Buffer.from([0]);
  return Buffer.concat(names.flatMap((name) => [name, nul]));
}

/** Objects that a partial clone has not fetched are no reason to stop. */
function writeTree(git: Git): Promise<string> {
  return git.text(['write-tree', '--missing-ok']);
}

function unreadable(stderr: string) {
  return failed(
    'unreadable-file',
    `a file of the working tree cannot be read: ${firstLine(stderr)}`,
    'Make it readable, or list it in .gitignore.',
  );
}
