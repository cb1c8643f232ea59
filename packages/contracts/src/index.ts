export { AgentProfile } from './agent-profile.ts';
export { Attempt, ValidationOutcome, WrittenLines } from './attempt.ts';
export { byText } from './by-text.ts';
export {
  Candidate,
  ChangedFile,
  ChangeRequest,
  FileKind,
  FileStatus,
  Hunk,
  Revision,
} from './candidate.ts';
export { Assertion, CheckId, CheckSpec } from './check.ts';
export { MagiConfig, SarifSource, ValidationCommand } from './config.ts';
export { Conflict, Disagreement } from './conflict.ts';
export { Consolidation, GateResult, MergedCheck, Voice } from './consolidation.ts';
export { Constraint } from './constraint.ts';
export { Cost } from './cost.ts';
export { CoverageRow, CoverageState, FileCoverage } from './coverage.ts';
export { Decision, Question } from './decision.ts';
export { DismissalRecord, DismissalsOutput, DismissalValue } from './dismissal.ts';
export { Disposition } from './disposition.ts';
export {
  DiscardInput,
  DiscardOutput,
  EffectKind,
  effectOutputs,
  FixInput,
  FixOutput,
  GroundInput,
  GroundOutput,
  MergeWordingInput,
  MergeWordingOutput,
  PromoteInput,
  PromoteOutput,
  PublishInput,
  PublishOutput,
  ScanInput,
  ValidateInput,
  ValidateOutput,
} from './effect.ts';
export { Entry, ExportedEntry, Input, MachineIdentity, Note, RecordedError } from './entry.ts';
export type {
  Cursor,
  EventLog,
  ExpectedVersion,
  Lease,
  LeaseHolder,
  NewEvent,
  StoredEvent,
  StreamInfo,
} from './event-log.ts';
export {
  Anchor,
  EvidenceCheck,
  Finding,
  FindingVoice,
  Location,
  ReportedFinding,
  TextFix,
} from './finding.ts';
export { Instant, Json, Sha256 } from './json.ts';
export { GraphNode, GraphTransition, MachineGraph } from './machine-graph.ts';
export { MagiError } from './magi-error.ts';
export { NextStage, Outcome, TerminalResult } from './outcome.ts';
export {
  PendingEffect,
  PendingTimer,
  ReplayOutput,
  ReviewOutput,
  RunsOutput,
  SchemaVersion,
} from './outputs.ts';
export { joinText, PersonaDef } from './persona.ts';
export type {
  Clock,
  EffectContext,
  EffectRequest,
  EffectRunner,
  FixContext,
  FixReport,
  ScanContext,
  Scanner,
  Snapshot,
  Synthesizer,
} from './ports.ts';
export { Budget, DecisionOption, DetectorConfig, Gate, MergeRule, Protocol } from './protocol.ts';
export { GsdIssue, GsdIssueBlock } from './published-gsd.ts';
export { ConstraintsFile, ProjectSpec, ReviewFeedback, StateBlock } from './published-magi.ts';
export { MinionsReview, MinionsState, MinionsVerdict } from './published-minions.ts';
export {
  BlockedReason,
  ChangesRemainingReason,
  LoopCheckpoint,
  LoopTerminalResult,
} from './published-review-fix-loop.ts';
export { PipelineState, PipelineVerdict } from './published-worker-reviewer.ts';
export { fail, ok, type Result } from './result.ts';
export { Review, ReviewVerdict } from './review.ts';
export { RoundRecord } from './round.ts';
export { RunInput } from './run-input.ts';
export { sanitiseForTerminal, sanitiseLine } from './sanitise.ts';
export { ScannerSpec } from './scanner-spec.ts';
export { bySeverity, isAtLeast, Severity } from './severity.ts';
export { DetectorName, Signal } from './signal.ts';
export {
  FileChange,
  MineOutput,
  StudyInput,
  StudyOutput,
  TrainingInput,
  UpgradeInput,
  UpgradeOutput,
} from './training.ts';
