import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { objectGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';
import { announcements } from './announced-lock.ts';
import {
  type AttemptName,
  attemptPlace,
  attemptsFolder,
  branchNamespace,
  preservedFolder,
} from './attempt-place.ts';
import { attemptState } from './attempt-state.ts';
import { deleteBranch, discardAttempt, removeRecord } from './discard-attempt.ts';
import { preserveAttempt } from './preserve-attempt.ts';
import { isRunning } from './process-identity.ts';

/** Something that a run left behind. */
export type Debris =
  | {
      readonly kind: 'attempt';
      readonly run: string;
      readonly number: number;
      /** True when a commit or changed files would be lost without keeping a patch. */
      readonly holdsWork: boolean;
      readonly message: string;
    }
  | {
      readonly kind: 'preserved';
      readonly run: string;
      readonly number: number;
      readonly message: string;
    }
  | { readonly kind: 'lock'; readonly file: string; readonly message: string };

/**
 * Lists what runs left behind: attempts, kept patches and locks of dead processes.
 *
 * Runs that hold a lock now are left out, and so are those in `liveRuns` (parked ones, for
 * instance).
 */
export async function listDebris(
  repository: Repository,
  options: { readonly liveRuns?: readonly string[] } = {},
): Promise<readonly Debris[]> {
  const locks = await announcements({ commonDir: repository.commonDir });
  const running = await Promise.all(locks.map(({ holder }) => isRunning(holder)));
  const live = new Set([
    ...(options.liveRuns ?? []),
    ...locks.filter((_, index) => running[index]).map(({ holder }) => holder.run),
  ]);
  const dead = locks.filter((_, index) => !running[index]);
  const attempts = (await attemptNames(repository)).filter(({ run }) => !live.has(run));
  const kept = (await namesBelow(preservedFolder(repository))).filter(({ run }) => !live.has(run));
  return [
    ...(await Promise.all(attempts.map((name) => asDebris(repository, name)))),
    ...kept.map(
      (name): Debris => ({
        kind: 'preserved',
        ...name,
        message: `patch of attempt ${name.number} of run ${name.run}`,
      }),
    ),
    ...dead.map(
      ({ file, holder }): Debris => ({
        kind: 'lock',
        file,
        message: `lock of process ${holder.pid}, which has ended (run ${holder.run})`,
      }),
    ),
  ];
}

/**
 * Removes debris. Work that is in no patch yet is kept as one first, so that the only thing that
 * loses anything is removing a `preserved` entry.
 */
export async function removeDebris(
  repository: Repository,
  debris: readonly Debris[],
): Promise<void> {
  for (const item of debris) {
    switch (item.kind) {
      case 'attempt':
        await removeAttempt(repository, item);
        break;
      case 'preserved':
        await rm(attemptPlace(repository, item).preserved, { recursive: true, force: true });
        break;
      case 'lock':
        await rm(item.file, { force: true });
        break;
    }
  }
}

async function removeAttempt(repository: Repository, item: AttemptName): Promise<void> {
  const { run, number } = item;
  const place = attemptPlace(repository, item);
  const { state, preserved } = await attemptState(repository, item);
  if (state !== 'promoted' && preserved === null) {
    await preserveAttempt(repository, { run, number, reason: 'left behind, collected by magi gc' });
  }
  await discardAttempt(repository, item);
  await deleteBranch(repository, place.branch);
  await removeRecord(repository, place.record);
}

async function asDebris(repository: Repository, name: AttemptName): Promise<Debris> {
  const { state, folder, preserved } = await attemptState(repository, name);
  const holdsWork = state !== 'promoted' && preserved === null;
  const where = folder === null ? 'its branch or record' : folder;
  const message = `attempt ${name.number} of run ${name.run} (${state}): ${where}`;
  return { kind: 'attempt', run: name.run, number: name.number, holdsWork, message };
}

/** Attempts that have a working tree, a record or a branch. */
async function attemptNames(repository: Repository): Promise<readonly AttemptName[]> {
  const git = objectGit(repository);
  const listed = await git.text(['for-each-ref', '--format=%(refname)', branchNamespace]);
  const branches = listed
    .split('\n')
    .map((ref) => nameFrom(ref.slice(branchNamespace.length)))
    .filter((name) => name !== undefined);
  const folders = await namesBelow(attemptsFolder(repository));
  const all = new Map(
    [...branches, ...folders].map((name) => [`${name.run}/${name.number}`, name]),
  );
  return [...all.values()].sort((a, b) => a.run.localeCompare(b.run) || a.number - b.number);
}

async function namesBelow(folder: string): Promise<readonly AttemptName[]> {
  const runs = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    runs.map(async (run) => {
      const entries = await readdir(join(folder, run)).catch(() => []);
      return entries.map((entry) => nameFrom(`${run}/${entry.replace(/\.json$/, '')}`));
    }),
  );
  return found.flat().filter((name) => name !== undefined);
}

/** Anything else in the namespace is not ours and is left alone. */
function nameFrom(text: string): AttemptName | undefined {
  const [, run, number] = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63})\/([1-9][0-9]*)$/.exec(text) ?? [];
  return run && number ? { run, number: Number(number) } : undefined;
}
