import { publicationTarget, type Repository, readRemoteTip } from '@magi/change';
import { MagiError, type Protocol } from '@magi/contracts';
import type { RunSettings } from './run-settings.ts';

type Remote = NonNullable<NonNullable<RunSettings['place']>['remote']>;

/**
 * What a loop will publish to and where that stands now; null for loops that do not publish.
 *
 * Decided once, before anything is reviewed: a target that is unclear, or another one than the user
 * named, ends the command. A remote that does not answer now may do so when the time comes.
 *
 * @param named `REMOTE/BRANCH` that the user allows, or undefined for whatever git would push to
 * @throws `MAGI_MISSING_AUTHORITY`, exit 5
 */
export async function publicationPlace(
  repository: Repository,
  { publication }: Protocol,
  { branch, named }: { readonly branch: string | null; readonly named: string | undefined },
): Promise<Remote | null> {
  if (publication !== 'update_pr') return null;
  if (branch === null) {
    throw missing('A detached HEAD has no branch to publish to.', 'Check out the branch first.');
  }
  const target = await publicationTarget(repository, branch);
  if (!target.ok) throw missing(`${capital(target.error.message)}.`, target.error.hint);
  const { remote, url, ref } = target.value;
  const found = `${remote}/${ref.replace('refs/heads/', '')}`;
  if (named !== undefined && named !== found) {
    throw missing(
      `The branch goes to ${found}, and only ${named} was allowed.`,
      'Name the right target, or set the upstream of the branch.',
    );
  }
  const tip = await readRemoteTip(repository, { url, ref });
  if (tip.state === 'missing') {
    throw missing(
      `${found} does not exist: update_pr updates a branch and creates none.`,
      `Push it once: git push --set-upstream ${remote} ${branch.replace('refs/heads/', '')}`,
    );
  }
  return { url, ref, tip: tip.state === 'found' ? tip.tip : null };
}

function missing(message: string, hint: string): MagiError {
  return new MagiError('MAGI_MISSING_AUTHORITY', message, { hint, exitCode: 5 });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
