import { publicationTarget, publish, type Repository } from '@magi/change';
import { type Json, PublishInput, type PublishOutput } from '@magi/contracts';
import type { EffectHandler } from '../composition/effect-runner.ts';

/** What publication works with. */
export interface PublicationDesk {
  readonly repository: Repository;
  readonly branch: string | null;
}

/**
 * The effect `publish`: at most one push, with a lease against the head that the run started from.
 *
 * Safe to repeat after a crash: a remote that stands at our head already is not pushed to again.
 */
export function publishEffect(desk: PublicationDesk): EffectHandler {
  return {
    run: async ({ input }, { signal }) =>
      (await push(desk, PublishInput.parse(input), signal)) as Json,
  };
}

async function push(
  { repository, branch }: PublicationDesk,
  { policy, candidate, initialHead }: PublishInput,
  signal: AbortSignal,
): Promise<PublishOutput> {
  if (policy === 'local_commit') {
    return { status: 'not_applicable', message: 'The commits stay local; nothing was pushed.' };
  }
  const head = candidate.head.commit;
  if (branch === null || head === null) {
    return failed('A detached HEAD has no branch to publish to.');
  }
  const target = await publicationTarget(repository, branch);
  if (!target.ok) return failed(`${target.error.message} ${target.error.hint}`);
  const { url, ref } = target.value;
  return publish(repository, { url, ref, expectedOld: initialHead, head, signal });
}

function failed(message: string): PublishOutput {
  return { status: 'failed', reason: 'publication_failed', message };
}
