import type {
  Consolidation,
  ConstraintsFile,
  NextStage,
  RoundRecord,
  StateBlock,
} from '@magi/contracts';
import { conflictReport, type RunView } from '@magi/engine';

/** Detectors that say that the loop goes round in circles. */
const CIRCLES: ReadonlySet<string> = new Set(['unchanged', 'toggle', 'period', 'repeat']);

/**
 * The state of the newest round in the published shape; null before there is one.
 *
 * An incomplete review is `PENDING`: its readers know no other word for "nobody can say". With
 * `oscillation_detected` the next stage is always `ESCALATION`, with a report that is never empty.
 */
export function stateBlock(view: RunView): StateBlock | null {
  const record = view.history.at(-1);
  if (!record) return null;
  const { consolidation } = record;
  const isCircling = record.signals.some(
    ({ detector, action }) => action !== 'warn' && CIRCLES.has(detector),
  );
  const nextStage = isCircling ? 'ESCALATION' : stageOf(view, record);
  const unlisted = unlistedIssues(consolidation);
  return {
    verdict: consolidation.verdict === 'INCOMPLETE' ? 'PENDING' : consolidation.verdict,
    checklist: checklistOf(consolidation),
    iteration: record.round,
    oscillation_detected: isCircling,
    constraints: consolidation.constraints
      .filter(({ state }) => state === 'open')
      .map(({ text }) => text),
    next_stage: nextStage,
    ...(unlisted.length > 0 ? { unlisted_issues_found: unlisted } : {}),
    ...(nextStage === 'ESCALATION' ? { conflict_report: reportOf(view, record) } : {}),
  };
}

/** What the next synthesis reads; null when nothing is left to do. */
export function constraintsFile(state: StateBlock): ConstraintsFile | null {
  const { verdict: _verdict, next_stage, ...rest } = state;
  return next_stage === 'COMPLETED' ? null : { ...rest, next_stage };
}

function stageOf({ context }: RunView, { consolidation }: RoundRecord): NextStage {
  if (context.decision) return context.decision.nextStage;
  if (consolidation.verdict === 'ACCEPT') return 'COMPLETED';
  return consolidation.verdict === 'REJECT' ? 'SYNTHESIS' : 'ESCALATION';
}

/** Checks that nobody on the panel can decide are left out; what somebody owed is false. */
function checklistOf({ checks }: Consolidation): Record<string, boolean> {
  const counted = checks.filter(({ value, blocking }) => value !== 'not_evaluated' || blocking);
  return Object.fromEntries(counted.map(({ id, value }) => [id, value === 'true']));
}

function unlistedIssues({ findings }: Consolidation): string[] {
  return findings
    .filter(({ check, gating }) => check === null && gating)
    .map(({ file, line, message }) => `${file}:${line} ${message}`);
}

function reportOf(view: RunView, record: RoundRecord): string[] {
  const report = conflictReport(view.history);
  const signals = record.signals.map(({ message }) => message);
  const all = [...signals, ...report];
  return all.length > 0 ? all : [view.context.decision?.message ?? 'A person has to decide.'];
}
