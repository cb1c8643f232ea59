export type { ArtifactFile, ArtifactPlace, Artifacts } from './artifact-files.ts';
export { type ArtifactOptions, artifactsOf } from './artifacts.ts';
export { defineProtocol } from './define-protocol.ts';
export { type MagiArtifactsOptions, magiArtifacts } from './magi/artifacts.ts';
export { magi } from './magi/declaration.ts';
export { readReviewFeedback, readStateBlock } from './magi/read-artifacts.ts';
export { pipeline } from './pipeline/declaration.ts';
export { pipelineLines, stoppingCriteria, verdictTree } from './pipeline/display-lines.ts';
export {
  importPipelineSpec,
  type PipelineSpec,
  type PipelineSpecFailure,
} from './pipeline/import-spec.ts';
export { readVerdictTree, type VerdictFailure } from './pipeline/read-verdict.ts';
export type { ArtifactFailure } from './read-json.ts';
export { findProtocol, protocols } from './registry.ts';
export { reviewFix } from './review-fix/declaration.ts';
export {
  type ReadMinionsReview,
  readMinionsReview,
  readMinionsState,
} from './review-fix/read-artifacts.ts';
export { canonicalJson } from './review-fix-loop/canonical-json.ts';
export { reviewFixLoop } from './review-fix-loop/declaration.ts';
export {
  type LoopFileFailure,
  readCheckpoint,
  readTerminalResult,
} from './review-fix-loop/read-artifacts.ts';
export type { ConflictRecord } from './revise/conflict-record.ts';
export {
  addConflict,
  type ConflictSlot,
  readConflictSlot,
  resolveConflict,
  type SlotFailure,
} from './revise/conflict-slot.ts';
export { revise } from './revise/declaration.ts';
export { type IssueBlockFailure, readCheckerReturn } from './revise/issue-block.ts';
