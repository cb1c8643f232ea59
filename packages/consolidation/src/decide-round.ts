import type {
  Finding,
  NextStage,
  Outcome,
  Protocol,
  Question,
  RoundRecord,
  Signal,
} from '@magi/contracts';
import { conflictReport } from './conflict-report.ts';
import { openConstraints } from './constraints.ts';
import { detectSignals } from './detect-signals.ts';
import { plural } from './line-text.ts';
import { conflictQuestion, escalationQuestion, hasNoChoice } from './question.ts';
import { undoRequests } from './undo-requests.ts';
import { isUnusable, violationOf } from './void-reviews.ts';

/** What a run has used up so far; `attemptFailures` counts failures in a row. */
export type Spent = {
  readonly reviews: number;
  readonly attempts: number;
  readonly conflicts: number;
  readonly attemptFailures: number;
};

export type RoundDecisionInput = {
  /** Rounds of the run, oldest first, the one to decide last. */
  readonly history: readonly RoundRecord[];
  readonly protocol: Protocol;
  /** `review` ends after every round; `loop` goes on until an outcome. */
  readonly mode: 'review' | 'loop';
  readonly spent: Spent;
};

export type RoundDecision = {
  readonly next: 'accept' | 'fix' | 'ask' | 'finish';
  /** How the run ends; with `ask`, how it ends when nobody answers. Absent while it goes on. */
  readonly outcome?: Outcome;
  /**
   * Stable code: `accepted`, `unchanged`, `budget_reviews`, `review_incomplete`, `review_unusable`,
   * `reviewer_integrity_failure`, …
   */
  readonly reason: string;
  readonly message: string;
  readonly question?: Question;
  readonly nextStage: NextStage;
};

/**
 * Decides what follows a consolidated round. The first rule that applies wins:
 *
 * a reviewer that wrote · accepted (before any limit is looked at) · incomplete · a finding that
 * would undo an attempt · what a detector says · failed attempts in a row · everything left was
 * declined · limits · fix.
 *
 * A question whose only answer would be to stop is not asked. In a review the same rules only say
 * which stage comes next.
 */
export function decideRound(input: RoundDecisionInput): RoundDecision {
  const last = input.history.at(-1);
  if (last === undefined) throw new RangeError('decideRound needs at least one round');
  const signals = detectSignals(input.history, input.protocol);
  const { verdict, reasons } = last.consolidation;
  const violation = violationOf(last.consolidation.incomplete);
  if (violation !== null) {
    return { next: 'finish', outcome: 'blocked', ...violation, nextStage: 'ESCALATION' };
  }
  const oscillation = signals.find((signal) => signal.action !== 'warn');
  if (verdict === 'ACCEPT' && oscillation === undefined) {
    const message = reasons.join('; ');
    return {
      next: 'accept',
      outcome: 'converged',
      reason: 'accepted',
      message,
      nextStage: 'COMPLETED',
    };
  }
  if (verdict === 'INCOMPLETE') return incomplete(input, last);
  const stop = rules.map((rule) => rule(input, signals)).find((decision) => decision !== null);
  if (input.mode === 'review') return reviewed(last, stop ?? null);
  if (stop) return stop;
  const open = openConstraints(last.consolidation.constraints).length;
  const message = `${plural(open, 'constraint')} open after round ${last.round}`;
  return { next: 'fix', reason: 'constraints_open', message, nextStage: 'SYNTHESIS' };
}

type Rule = (input: RoundDecisionInput, signals: readonly Signal[]) => RoundDecision | null;

const rules: readonly Rule[] = [undoRequested, signalled, attemptsFailed, allDeclined, limits];

function incomplete(input: RoundDecisionInput, last: RoundRecord): RoundDecision {
  const message = `the review is incomplete: ${last.consolidation.reasons.join('; ')}`;
  const isAnswered = last.consolidation.incomplete.some(isUnusable);
  const reason = isAnswered ? 'review_unusable' : 'review_incomplete';
  const decision = { outcome: 'blocked', reason, message } as const;
  if (input.mode === 'review' || input.protocol.panel.fault.afterwards !== 'ask') {
    return { next: 'finish', ...decision, nextStage: 'ESCALATION' };
  }
  const question = escalationQuestion({
    kind: 'approval',
    text: `Round ${last.round} is incomplete. Review again?`,
    evidence: last.consolidation.reasons,
    protocol: input.protocol,
    round: last.round,
  });
  return { next: 'ask', ...decision, question, nextStage: 'ESCALATION' };
}

/** A single review ends here whatever comes next; it only names the stage. */
function reviewed(last: RoundRecord, stop: RoundDecision | null): RoundDecision {
  const message = last.consolidation.reasons.join('; ');
  if (stop === null) {
    return { next: 'finish', reason: 'findings_remain', message, nextStage: 'SYNTHESIS' };
  }
  return { next: 'finish', reason: stop.reason, message: stop.message, nextStage: stop.nextStage };
}

function undoRequested({ history, protocol }: RoundDecisionInput): RoundDecision | null {
  const conflicts = protocol.fix.conflict === 'none' ? [] : undoRequests(history);
  if (conflicts.length === 0) return null;
  const round = history.at(-1)?.round ?? 0;
  const question = conflictQuestion(conflicts, protocol, round);
  return asking(question, 'escalated', 'conflict_undo', conflicts.map(({ why }) => why).join('; '));
}

function signalled(input: RoundDecisionInput, signals: readonly Signal[]): RoundDecision | null {
  const signal = signals.find(({ action }) => action !== 'warn');
  if (signal === undefined) return null;
  const { detector: reason, message } = signal;
  if (signal.action === 'stop') {
    return { next: 'finish', outcome: 'escalated', reason, message, nextStage: 'ESCALATION' };
  }
  return stalled(input, reason, message, signal.evidence);
}

function attemptsFailed(input: RoundDecisionInput): RoundDecision | null {
  const { protocol, spent } = input;
  const config = protocol.detectors.find(({ name }) => name === 'attempt_failed');
  const watched =
    config === undefined || config.action === 'warn' ? undefined : (config.limit ?? 2);
  const limit = protocol.budget.attemptFailuresInRow ?? watched;
  if (limit === undefined || spent.attemptFailures < limit) return null;
  const message = `${plural(spent.attemptFailures, 'attempt')} in a row came to nothing`;
  return stalled(input, 'attempt_failed', message, [message]);
}

/** The fixer declined everything that is still open: another attempt would change nothing. */
function allDeclined(input: RoundDecisionInput): RoundDecision | null {
  const { history, protocol } = input;
  const last = history.at(-1);
  const declined = declinedOf(history);
  const gating = last?.consolidation.findings.filter((finding) => finding.gating) ?? [];
  if (protocol.fix.decline === 'forbid' || gating.length === 0) return null;
  if (!gating.every((finding) => declined.has(declineKey(finding)))) return null;
  const reasons = gating.map(
    (finding) => `${finding.message}: ${declined.get(declineKey(finding))}`,
  );
  const message = `the fixer declined all that is left: ${reasons.join('; ')}`;
  if (protocol.fix.decline === 'continue') return stalled(input, 'declined', message, reasons);
  return {
    next: 'finish',
    outcome: 'blocked',
    reason: 'operator_input_required',
    message,
    nextStage: 'ESCALATION',
  };
}

function declinedOf(history: readonly RoundRecord[]): ReadonlyMap<string, string> {
  const answers = history.flatMap(({ attempt }) => attempt?.dispositions ?? []);
  return new Map(
    answers
      .filter(({ value }) => value === 'declined')
      .map((answer) => [declineKey(answer), answer.reason]),
  );
}

function declineKey(of: Pick<Finding, 'fingerprint' | 'contentDigest'>): string {
  return `${of.fingerprint} ${of.contentDigest}`;
}

function limits(input: RoundDecisionInput): RoundDecision | null {
  const { history, protocol, spent } = input;
  const { reviews, attempts, conflicts, hardCap } = protocol.budget;
  const reached = [
    { reason: 'hard_cap', unit: 'review', used: spent.reviews, limit: hardCap },
    { reason: 'budget_reviews', unit: 'review', used: spent.reviews, limit: reviews },
    { reason: 'budget_attempts', unit: 'attempt', used: spent.attempts, limit: attempts },
    { reason: 'budget_conflicts', unit: 'conflict', used: spent.conflicts, limit: conflicts },
  ].find(({ used, limit }) => limit !== undefined && used >= limit);
  if (reached === undefined) return null;
  const { reason, unit, used, limit } = reached;
  const message = `${plural(used, unit)} of ${limit} spent and problems remain`;
  const question = escalationQuestion({
    kind: 'cap',
    text: `${message}. How should it go on?`,
    evidence: conflictReport(history),
    protocol,
    round: history.at(-1)?.round ?? 0,
  });
  if (reason !== 'hard_cap') return asking(question, 'exhausted', reason, message);
  return { next: 'finish', outcome: 'exhausted', reason, message, nextStage: 'ESCALATION' };
}

function stalled(
  { history, protocol }: RoundDecisionInput,
  reason: string,
  message: string,
  evidence: readonly string[],
): RoundDecision {
  const question = escalationQuestion({
    kind: 'stall',
    text: `The loop makes no progress: ${message}. How should it go on?`,
    evidence: [...evidence, ...conflictReport(history)],
    protocol,
    round: history.at(-1)?.round ?? 0,
  });
  return asking(question, 'escalated', reason, message);
}

function asking(
  question: Question,
  outcome: Outcome,
  reason: string,
  message: string,
): RoundDecision {
  const decision = { outcome, reason, message, nextStage: 'ESCALATION' } as const;
  return hasNoChoice(question)
    ? { next: 'finish', ...decision }
    : { next: 'ask', ...decision, question };
}
