export type { CandidateFailure } from './candidate/candidate-failure.ts';
export { defaultObjectsDir } from './candidate/objects-dir.ts';
export { type CandidateOptions, resolveCandidate } from './candidate/resolve-candidate.ts';
export { type DiffOptions, diffTrees } from './diff/diff-trees.ts';
export { addedLines, mapLine, mapLineBack, removedLines, writtenLines } from './diff/lines.ts';
export { checkRelativePath, type PathFailure, resolveInside } from './files/path-guard.ts';
export { writeAtomically } from './files/write-atomically.ts';
export { openRepository, type Repository, type RepositoryFailure } from './repository.ts';
export { openSnapshot, type SnapshotOptions } from './snapshot/open-snapshot.ts';
