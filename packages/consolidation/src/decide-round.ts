import type { RoundRecord } from '@magi/contracts';
import { openConstraints } from './constraints.ts';
import { detectSignals } from './detect-signals.ts';
import { plural } from './line-text.ts';
import { escalationQuestion } from './question.ts';
import type { RoundDecision, RoundDecisionInput } from './round-decision.ts';
import { stopRules } from './stop-rules.ts';
import { isUnusable, violationOf } from './void-reviews.ts';

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
  const stop = stopRules.map((rule) => rule(input, signals)).find((decision) => decision !== null);
  if (input.mode === 'review') return reviewed(last, stop ?? null);
  if (stop) return stop;
  const open = openConstraints(last.consolidation.constraints).length;
  const message = `${plural(open, 'constraint')} open after round ${last.round}`;
  return { next: 'fix', reason: 'constraints_open', message, nextStage: 'SYNTHESIS' };
}

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
