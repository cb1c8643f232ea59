import { openRepository, type Repository, type RepositoryFailure } from '@magi/change';
import { MagiError } from '@magi/contracts';
import type { CommandContext } from '../command-context.ts';
import { type StateFolders, stateFolders } from './state-folder.ts';

/** Where a command works: a repository, or a folder that is in none. */
export interface Workspace {
  readonly repository: Repository | null;
  /** Why there is no repository. */
  readonly problem: RepositoryFailure | null;
  readonly folders: StateFolders;
}

/** Looks around; that there is no repository is an answer, as many commands need none. */
export async function findWorkspace({ cwd, env }: CommandContext): Promise<Workspace> {
  const opened = await openRepository(cwd);
  const repository = opened.ok ? opened.value : null;
  return {
    repository,
    problem: opened.ok ? null : opened.error,
    folders: stateFolders(repository?.commonDir ?? null, env),
  };
}

/**
 * The repository of a command that cannot do without.
 *
 * @throws `MAGI_REPOSITORY_…`, exit 2
 */
export function requireRepository({ repository, problem }: Workspace): Repository {
  if (repository !== null) return repository;
  throw failure('REPOSITORY', problem);
}

/** Turns an expected failure of a package into the error that the command ends with. */
export function failure(
  area: string,
  problem: { readonly kind: string; readonly message: string; readonly hint?: string } | null,
  exitCode = 2,
): MagiError {
  const kind = (problem?.kind ?? 'unknown').toUpperCase().replace(/-/g, '_');
  return new MagiError(`MAGI_${area}_${kind}`, sentence(problem?.message ?? 'something failed'), {
    exitCode,
    ...(problem?.hint !== undefined && { hint: problem.hint }),
  });
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
