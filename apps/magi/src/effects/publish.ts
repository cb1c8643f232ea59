import { publish, type Repository } from '@magi/change';
import { type Json, PublishInput, type PublishOutput } from '@magi/contracts';
import type { EffectHandler } from '../composition/effect-runner.ts';

/** What publication works with. */
export interface PublicationDesk {
  readonly repository: Repository;
  /** Where to, as decided when the run began; null for runs that publish nothing. */
  readonly remote: {
    readonly url: string;
    readonly ref: string;
    readonly tip: string | null;
  } | null;
}

/**
 * The effect `publish`: at most one push, with a lease against where the remote stood when the run
 * began.
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
  { repository, remote }: PublicationDesk,
  { policy, candidate, initialHead }: PublishInput,
  signal: AbortSignal,
): Promise<PublishOutput> {
  if (policy === 'local_commit') {
    return { status: 'not_applicable', message: 'The commits stay local; nothing was pushed.' };
  }
  const head = candidate.head.commit;
  if (remote === null || head === null) {
    const message = 'The run does not say which branch of which remote it may update.';
    return { status: 'failed', reason: 'publication_failed', message };
  }
  const { url, ref, tip } = remote;
  return publish(repository, { url, ref, expectedOld: tip ?? initialHead, head, signal });
}
