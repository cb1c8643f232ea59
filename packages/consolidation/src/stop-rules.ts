import type { Finding, Outcome, Question, RoundRecord, Signal } from '@magi/contracts';
import { attemptsOf } from './attempts-of.ts';
import { conflictReport } from './conflict-report.ts';
import { plural } from './line-text.ts';
import { conflictQuestion, escalationQuestion, hasNoChoice } from './question.ts';
import type { RoundDecision, RoundDecisionInput } from './round-decision.ts';
import { undoRequests } from './undo-requests.ts';

/** A reason to stop or to ask; null when it does not apply. */
export type StopRule = (
  input: RoundDecisionInput,
  signals: readonly Signal[],
) => RoundDecision | null;

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
  const gating = last?.consolidation.findings.filter((finding) => finding.gating) ?? [];
  if (protocol.fix.decline === 'forbid' || gating.length === 0) return null;
  const declined = declinedOf(history);
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
  const answers = history.flatMap(attemptsOf).flatMap(({ dispositions }) => dispositions);
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

/** The rules in the order in which they are asked. */
export const stopRules: readonly StopRule[] = [
  undoRequested,
  signalled,
  attemptsFailed,
  allDeclined,
  limits,
];
