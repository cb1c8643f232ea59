import type { ChangeRequest, Result } from '@magi/contracts';
import type { Repository } from '../repository.ts';
import type { CandidateFailure } from './candidate-failure.ts';
import { defaultObjectsDir } from './objects-dir.ts';
import { type Sides, sidesOf } from './sides.ts';

/**
 * Both revisions of a request for commits, without reading what changed between them: the settings
 * of a review come from the base when its head was written by somebody else.
 *
 * @returns fails as `resolveCandidate` does for the same revisions
 */
export async function resolveSides(
  repository: Repository,
  request: Extract<ChangeRequest, { mode: 'commit' | 'range' }>,
): Promise<Result<Sides, CandidateFailure>> {
  return sidesOf(repository, request, { objectsDir: await defaultObjectsDir(repository) });
}
