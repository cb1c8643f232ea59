import { fail, ok, type Result } from '@magi/contracts';
import type { Git } from '../git/git.ts';
import { objectGit } from '../git/repository-git.ts';
import type { Repository } from '../repository.ts';

/** Where a branch is published to. */
export interface PublicationTarget {
  /** Name of the remote, for people. */
  readonly remote: string;
  /** URL or path as configured. */
  readonly url: string;
  /** Full name of the branch on the remote. */
  readonly ref: string;
}

export interface NoTarget {
  readonly kind: 'no-remote';
  readonly message: string;
  readonly hint: string;
}

/**
 * Where git itself would push a branch: its push remote, the default push remote, the remote it
 * follows, or the only remote there is; under the name of the branch it follows on that remote.
 */
export async function publicationTarget(
  repository: Repository,
  branch: string,
): Promise<Result<PublicationTarget, NoTarget>> {
  const git = objectGit(repository);
  const name = branch.replace('refs/heads/', '');
  const followed = await setting(git, `branch.${name}.remote`);
  const remotes = (await git.text(['remote'])).split('\n').filter((line) => line !== '');
  const remote =
    (await setting(git, `branch.${name}.pushRemote`)) ??
    (await setting(git, 'remote.pushDefault')) ??
    followed ??
    (remotes.length === 1 ? remotes[0] : undefined);
  if (remote === undefined || remote === '.') return fail(noRemote(name));
  const url =
    (await setting(git, `remote.${remote}.pushurl`)) ??
    (await setting(git, `remote.${remote}.url`));
  if (url === undefined) return fail(noRemote(name));
  const merge = remote === followed ? await setting(git, `branch.${name}.merge`) : undefined;
  return ok({ remote, url, ref: merge ?? `refs/heads/${name}` });
}

async function setting(git: Git, key: string): Promise<string | undefined> {
  const exit = await git.run(['config', '--null', '--get', key]);
  return exit.code === 0 ? exit.stdout.toString('utf8').replace(/\0$/, '') : undefined;
}

function noRemote(branch: string): NoTarget {
  return {
    kind: 'no-remote',
    message: `it is not clear where ${branch} would be published to`,
    hint: `Set it with: git push --set-upstream REMOTE ${branch}`,
  };
}
