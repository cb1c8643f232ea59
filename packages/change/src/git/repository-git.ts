import type { Repository } from '../repository.ts';
import { filterDrivers, filterOverrides } from './filter-drivers.ts';
import { type Git, gitAt } from './git.ts';
import { hardenedConfig, hardenedEnvironment } from './hardened-environment.ts';

/** Where objects that do not belong to the repository are kept, and whether new ones go there. */
export interface ExtraObjects {
  readonly dir: string;
  readonly write: boolean;
}

/**
 * Git on objects and refs alone: no working tree, no index, hence no filters and no attributes of
 * the tree. What it says about two trees is the same whatever is checked out.
 */
export function objectGit(repository: Repository, objects?: ExtraObjects): Git {
  const env = hardenedEnvironment(process.env, hardenedConfig, {
    GIT_DIR: repository.gitDir,
    GIT_IMPLICIT_WORK_TREE: '0',
    // Git would look for attributes in the index where there is no working tree.
    GIT_INDEX_FILE: `${repository.gitDir}/magi-has-no-index`,
    ...objectVariables(repository, objects),
  });
  return gitAt(repository.gitDir, env);
}

export interface WorkPlace {
  readonly gitDir: string;
  readonly workTree: string;
  /** Index to use instead of the place's own. */
  readonly indexFile?: string;
  readonly objects?: ExtraObjects;
}

export interface WorkGit extends Git {
  /** Whether the configuration has the filter of large file storage. */
  readonly knowsLargeFiles: boolean;
}

/**
 * Git on a working tree. Filter drivers are listed anew each time and switched off, because the
 * configuration may have changed since the last call.
 */
export async function workGit(repository: Repository, place: WorkPlace): Promise<WorkGit> {
  const variables = {
    GIT_DIR: place.gitDir,
    GIT_WORK_TREE: place.workTree,
    ...(place.indexFile === undefined ? {} : { GIT_INDEX_FILE: place.indexFile }),
    ...objectVariables(repository, place.objects),
  };
  const plain = gitAt(place.workTree, hardenedEnvironment(process.env, hardenedConfig, variables));
  const drivers = await filterDrivers(plain);
  const config = [...hardenedConfig, ...filterOverrides(drivers)];
  const git = gitAt(place.workTree, hardenedEnvironment(process.env, config, variables));
  return { ...git, knowsLargeFiles: drivers.includes('filter.lfs') };
}

function objectVariables(repository: Repository, objects?: ExtraObjects): Record<string, string> {
  if (!objects) return {};
  const own = `${repository.commonDir}/objects`;
  return objects.write
    ? { GIT_OBJECT_DIRECTORY: objects.dir, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(own) }
    : { GIT_OBJECT_DIRECTORY: own, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects.dir) };
}

/** C-style quoting: a path in this variable may hold the list separator. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}
