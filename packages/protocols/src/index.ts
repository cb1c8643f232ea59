export type { ArtifactFile, Artifacts } from './artifact-files.ts';
export { defineProtocol } from './define-protocol.ts';
export { type MagiArtifactsOptions, magiArtifacts } from './magi/artifacts.ts';
export { magi } from './magi/declaration.ts';
export {
  type ArtifactFailure,
  readReviewFeedback,
  readStateBlock,
} from './magi/read-artifacts.ts';
export { pipeline } from './pipeline/declaration.ts';
export { pipelineLines, stoppingCriteria, verdictTree } from './pipeline/display-lines.ts';
export {
  importPipelineSpec,
  type PipelineSpec,
  type PipelineSpecFailure,
} from './pipeline/import-spec.ts';
export { findProtocol, protocols } from './registry.ts';
export { reviewFix } from './review-fix/declaration.ts';
export { reviewFixLoop } from './review-fix-loop/declaration.ts';
export type { ConflictRecord } from './revise/conflict-record.ts';
export {
  addConflict,
  type ConflictSlot,
  readConflictSlot,
  resolveConflict,
  type SlotFailure,
} from './revise/conflict-slot.ts';
export { revise } from './revise/declaration.ts';
