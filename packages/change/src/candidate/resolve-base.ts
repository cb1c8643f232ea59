import type { ChangeRequest, Result, Revision } from '@magi/contracts';
import type { Repository } from '../repository.ts';
import type { CandidateFailure } from './candidate-failure.ts';
import { defaultObjectsDir } from './objects-dir.ts';
import { sidesOf } from './sides.ts';

/**
 * The revision that a request compares with, without reading what changed: where the settings of a
 * review come from when its head was written by somebody else.
 *
 * @returns fails as `resolveCandidate` does for the same revisions
 */
export async function resolveBase(
  repository: Repository,
  request: Extract<ChangeRequest, { mode: 'commit' | 'range' }>,
): Promise<Result<Revision, CandidateFailure>> {
  const sides = await sidesOf(repository, request, {
    objectsDir: await defaultObjectsDir(repository),
  });
  return sides.ok ? { ok: true, value: sides.value.base } : sides;
}
