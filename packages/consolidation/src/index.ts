export { anchorReview, type ReviewedText } from './anchor-review.ts';
export { clusterFindings, type Report } from './cluster-findings.ts';
export { conflictReport } from './conflict-report.ts';
export { type ConsensusSettings, consensusDefaults, type Needed } from './consensus-settings.ts';
export { type ConsolidationInput, consolidate } from './consolidate.ts';
export { decideRound } from './decide-round.ts';
export { detectSignals } from './detect-signals.ts';
export { applyDispositions, type DisposedFindings } from './dispositions.ts';
export { fingerprintOf } from './fingerprint.ts';
export { fixersDeclines } from './fixers-declines.ts';
export { evaluateGate, type GateParts } from './gate.ts';
export {
  type GateExpression,
  type GateExpressionFailure,
  parseGateExpression,
} from './gate-expression.ts';
export { groupBy } from './group-by.ts';
export { lineMapOf, type MappedLine, type TreeDiff } from './line-map.ts';
export { type MatchOptions, matchFindings } from './match-findings.ts';
export type { FindingMatch, Identifiable } from './match-pool.ts';
export { type Ballot, type MergedVote, mergeVotes } from './merge-rule.ts';
export { conflictQuestion, escalationQuestion, type QuestionInput } from './question.ts';
export type { RoundDecision, RoundDecisionInput, Spent } from './round-decision.ts';
export { digestOf, portableSha256, sha256 } from './sha256.ts';
export { similarityOf } from './text/similarity.ts';
export { undoRequests } from './undo-requests.ts';
export {
  type Concern,
  type Issue,
  type Statement,
  type VoteOptions,
  voteClusters,
} from './vote-clusters.ts';
