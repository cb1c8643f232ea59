import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectGit } from '../git/repository-git.ts';
import { commitOf, isAncestor } from '../git/revision.ts';
import type { Repository } from '../repository.ts';
import {
  type AttemptName,
  type AttemptPlace,
  attemptPlace,
  attemptWorkPlace,
  exists,
} from './attempt-place.ts';

/** What an attempt was started with. */
export interface AttemptRecord {
  readonly from: string;
  /** Full name of the candidate's branch; null for a detached HEAD. */
  readonly candidate: string | null;
}

/** What has become of an attempt, read from the repository alone; for reconciling after a kill. */
export interface AttemptState {
  /**
   * `absent`: never started, or discarded without a trace. `open`: started, no commit of its own.
   * `committed`: its branch has a commit that the candidate lacks. `promoted`: the candidate has it.
   */
  readonly state: 'absent' | 'open' | 'committed' | 'promoted';
  readonly from: string | null;
  readonly commit: string | null;
  /** Working tree, when it is there and whole. */
  readonly folder: string | null;
  /** Folder with patch and reason, when the attempt was preserved. */
  readonly preserved: string | null;
}

/** Reads what has become of an attempt. */
export async function attemptState(
  repository: Repository,
  name: AttemptName,
): Promise<AttemptState> {
  const place = attemptPlace(repository, name);
  const git = objectGit(repository);
  const [record, tip, work, isPreserved] = await Promise.all([
    readRecord(repository, place),
    commitOf(git, place.branch),
    attemptWorkPlace(repository, place),
    exists(join(place.preserved, 'reason.txt')),
  ]);
  const from = record?.from ?? null;
  const commit = tip !== null && tip !== from ? tip : null;
  const candidate = record?.candidate ?? 'HEAD';
  const isPromoted =
    commit !== null &&
    (await commitOf(git, candidate)) !== null &&
    (await isAncestor(git, commit, candidate));
  const isOpen = record !== null || work !== null || tip !== null;
  return {
    state: isPromoted ? 'promoted' : commit !== null ? 'committed' : isOpen ? 'open' : 'absent',
    from,
    commit,
    folder: work ? place.folder : null,
    preserved: isPreserved ? place.preserved : null,
  };
}

export async function readRecord(
  repository: Repository,
  place: AttemptPlace,
): Promise<AttemptRecord | null> {
  const text = await readFile(join(repository.commonDir, place.record), 'utf8').catch(() => null);
  if (text === null) return null;
  const found: unknown = JSON.parse(text);
  if (typeof found !== 'object' || found === null || !('from' in found)) return null;
  const candidate = 'candidate' in found ? found.candidate : null;
  return {
    from: String(found.from),
    candidate: typeof candidate === 'string' ? candidate : null,
  };
}
