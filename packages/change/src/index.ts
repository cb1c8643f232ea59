export {
  type Branches,
  commitAt,
  growsFrom,
  movesWithHead,
  readBranches,
} from './candidate/branches.ts';
export type { CandidateFailure } from './candidate/candidate-failure.ts';
export { type HistoryEntry, readHistoryOf } from './candidate/history.ts';
export { defaultObjectsDir } from './candidate/objects-dir.ts';
export { type CandidateOptions, resolveCandidate } from './candidate/resolve-candidate.ts';
export { resolveSides } from './candidate/resolve-sides.ts';
export type { Sides } from './candidate/sides.ts';
export { type DiffOptions, diffTrees } from './diff/diff-trees.ts';
export { addedLines, mapLine, mapLineBack, removedLines, writtenLines } from './diff/lines.ts';
export { checkRelativePath, type PathFailure, resolveInside } from './files/path-guard.ts';
export { writeAtomically } from './files/write-atomically.ts';
export type { HeldLock, LockHolder } from './isolation/announced-lock.ts';
export type { AttemptName } from './isolation/attempt-place.ts';
export { type AttemptState, attemptState } from './isolation/attempt-state.ts';
export {
  type CommitFailure,
  type CommitRequest,
  type CommittedAttempt,
  commitAttempt,
} from './isolation/commit-attempt.ts';
export { type Debris, listDebris, removeDebris } from './isolation/debris.ts';
export { discardAttempt } from './isolation/discard-attempt.ts';
export {
  type Integrity,
  type IntegrityChange,
  integrityChanges,
  integrityOf,
} from './isolation/integrity.ts';
export {
  type CandidateLockRequest,
  type LockFailure,
  lockCandidate,
} from './isolation/lock-candidate.ts';
export { type Preservation, preserveAttempt } from './isolation/preserve-attempt.ts';
export { type Promotion, promoteAttempt } from './isolation/promote-attempt.ts';
export {
  type AttemptStart,
  type OpenAttempt,
  type StartFailure,
  startAttempt,
} from './isolation/start-attempt.ts';
export {
  type NoTarget,
  type PublicationTarget,
  publicationTarget,
} from './publication/publication-target.ts';
export { type Publication, publish, type RemoteTip, readRemoteTip } from './publication/publish.ts';
export { openRepository, type Repository, type RepositoryFailure } from './repository.ts';
export { openSnapshot, type SnapshotOptions } from './snapshot/open-snapshot.ts';
