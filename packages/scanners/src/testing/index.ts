export { type CandidateSides, candidateOf } from './candidate-of.ts';
export { type ChangeInMemory, memorySnapshot } from './memory-snapshot.ts';
