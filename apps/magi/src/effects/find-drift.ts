import { commitAt, growsFrom, integrityOf, type Repository, readRemoteTip } from '@magi/change';
import type { Candidate, GroundInput, GroundOutput } from '@magi/contracts';
import type { RunSettings } from '../composition/run-settings.ts';

type Drift = NonNullable<GroundOutput['drift']>;
type Place = NonNullable<RunSettings['place']>;

/**
 * Says when the repository is not as the loop left it; null when all is well.
 *
 * A loop moves the user's branch, so the checkout must stand on it and hold nothing that is not
 * committed, and what it is compared with must stay: neither somebody's work nor a moved base may
 * slip into a verdict. A loop that publishes looks at the remote as well, while it can be reached.
 */
export async function findDrift(
  repository: Repository,
  place: Place | undefined,
  {
    input,
    candidate,
    signal,
  }: {
    readonly input: GroundInput;
    readonly candidate: Candidate;
    readonly signal: AbortSignal;
  },
): Promise<Drift | null> {
  if (place === undefined) return moved(input, candidate);
  const now = await integrityOf(repository);
  if (place.branch !== null && now.head !== place.branch) {
    const message = `The checkout left ${place.branch} for ${now.head}.`;
    return { kind: 'branch_switched', message };
  }
  const baseTip = await commitAt(repository, place.base);
  if (baseTip !== place.baseTip) {
    const message = `${place.base} moved from ${place.baseTip} to ${baseTip ?? 'nothing'}.`;
    return { kind: 'base_drift', message };
  }
  const drift = moved(input, candidate);
  if (drift !== null) return drift;
  if (now.worktree !== candidate.head.tree) {
    const message =
      'The checkout holds changes that are not committed: commit or stash them first.';
    return { kind: 'dirty_worktree', message };
  }
  return place.remote ? remoteDrift(repository, place.remote, { candidate, signal }) : null;
}

function moved(
  { expectedHead, expectedBase }: GroundInput,
  { base, head }: Candidate,
): Drift | null {
  if (expectedHead !== undefined && expectedHead !== head.commit && expectedHead !== head.tree) {
    const message = `The head moved from ${expectedHead} to ${head.commit ?? head.tree}.`;
    return { kind: 'head_moved', message };
  }
  if (expectedBase !== undefined && expectedBase !== base.commit && expectedBase !== base.tree) {
    const message = `The base moved from ${expectedBase} to ${base.commit ?? base.tree}.`;
    return { kind: 'base_moved', message };
  }
  return null;
}

/** A remote that cannot be reached in the middle of a loop may be there when it is needed. */
async function remoteDrift(
  repository: Repository,
  { url, ref, tip }: NonNullable<Place['remote']>,
  { candidate, signal }: { readonly candidate: Candidate; readonly signal: AbortSignal },
): Promise<Drift | null> {
  const now = await readRemoteTip(repository, { url, ref, signal });
  if (now.state !== 'found') return null;
  if (tip !== null && now.tip !== tip) {
    const message = `${ref} of the remote moved from ${tip} to ${now.tip}.`;
    return { kind: 'remote_advanced', message };
  }
  const { commit } = candidate.head;
  if (commit !== null && !(await growsFrom(repository, commit, now.tip))) {
    const message = `${ref} of the remote stands at ${now.tip}, from which this branch does not grow.`;
    return { kind: 'remote_advanced', message };
  }
  return null;
}
