import { MagiError } from '@magi/contracts';
import { objectGit } from '../git/repository-git.ts';
import { commitOf } from '../git/revision.ts';
import type { Repository } from '../repository.ts';

/** One commit of a history, as people wrote it. */
export interface HistoryEntry {
  readonly commit: string;
  readonly author: string;
  readonly message: string;
}

const NEWEST = 500;

/**
 * Commits that concern a path, or the commits of a range or revision; newest first, at most 500.
 *
 * @param what a path below the repository, a revision, or a range `A..B`
 * @throws `MAGI_CHANGE_UNKNOWN_REVISION` for what is neither
 */
export async function readHistoryOf(
  repository: Repository,
  what: string,
): Promise<readonly HistoryEntry[]> {
  const git = objectGit(repository);
  const [from = '', to = from] = what.split('..');
  const isRange = what.includes('..');
  const isRevision = (await commitOf(git, from)) !== null && (await commitOf(git, to)) !== null;
  const place = isRevision ? ['--end-of-options', what] : ['HEAD', '--', what];
  const limit = isRevision && !isRange ? 1 : NEWEST;
  const exit = await git.run(['log', `-n${limit}`, '-z', '--format=%H%x01%an%x01%B', ...place]);
  if (exit.code !== 0) {
    throw new MagiError('MAGI_CHANGE_UNKNOWN_REVISION', `There is no history of "${what}".`, {
      hint: 'Name a path, a commit or a range A..B.',
      exitCode: 2,
    });
  }
  return exit.stdout
    .toString('utf8')
    .split('\0')
    .filter((record) => record !== '')
    .map((record) => {
      const [commit = '', author = '', message = ''] = record.split('\x01');
      return { commit, author, message };
    });
}
