export type { Counterfactual } from './counterfactual/counterfactual.ts';
export type { MinedComment } from './inputs/comment.ts';
export { type GapReport, proposeFromComments } from './inputs/propose-from-comments.ts';
export { type InputFailure, readFeedback } from './inputs/read-feedback.ts';
export { type HistoryCommit, readDocumentRules, readHistory } from './inputs/read-history.ts';
export { readReviewExport } from './inputs/read-reviews.ts';
export type { Label, LabelValue } from './labels/label.ts';
export { formatPersona, MAX_CHECKS, personaFaults } from './personas/persona-faults.ts';
export { splitPersona } from './personas/split-persona.ts';
export { evidenceBar } from './proposals/evidence-bar.ts';
export type { ChecklistEdit, Proposal } from './proposals/proposal.ts';
export { proposalId, type RunReader, type Study, studyRuns } from './proposals/propose.ts';
export { type Scorecard, scorecardsOf } from './scorecards/scorecard.ts';
export { scorecardSvg } from './scorecards/scorecard-svg.ts';
export { clusterBootstrap, seededRandom } from './statistics/bootstrap.ts';
export { benjaminiHochberg, fisherExact, mcnemarExact } from './statistics/exact-tests.ts';
export { type Proportion, wilson } from './statistics/interval.ts';
export type { TrainingRound, TrainingRun } from './training-run.ts';
export {
  type ChecklistFiles,
  type FileChange,
  planUpgrade,
  type UpgradeFailure,
} from './upgrade/plan-upgrade.ts';
export { type RevertFailure, revertUpgrade } from './upgrade/revert-upgrade.ts';
