import type { ReviewOutput, RunInput } from '@magi/contracts';
import { isAtLeast } from '@magi/contracts';
import { isMissingAgent } from './agents/agent-failure.ts';

/** The public contract of design §11, in one place. */
export const exitCodes = {
  clean: 0,
  findings: 1,
  usage: 2,
  decision: 3,
  agentMissing: 4,
  blocked: 5,
  budgetSpent: 6,
  internal: 70,
  interrupted: 130,
  terminated: 143,
} as const;

/** From which severity on a finding fails the command; `gating`: what the protocol's gate says. */
export const failOnValues = ['gating', 'critical', 'warning', 'info', 'never'] as const;
export type FailOn = (typeof failOnValues)[number];

/**
 * The exit code of a review or a loop.
 *
 * A review is judged by its verdict, a loop by its outcome. Incomplete stays incomplete whatever
 * `failOn` says: a scanner that did not answer is no finding. Two causes have codes of their own: a
 * budget that did not suffice for all agents, and agents that are not there while nobody else saw
 * anything either.
 */
export function exitCodeOf(
  review: ReviewOutput,
  { failOn, mode }: { readonly failOn: FailOn; readonly mode: RunInput['mode'] },
): number {
  const isCutShort = review.incomplete.some(({ code }) => code === 'budget');
  if (mode === 'review') return isCutShort ? exitCodes.budgetSpent : verdictCode(review, failOn);
  switch (review.outcome) {
    case 'converged':
      return verdictCode(review, failOn);
    case 'accepted_with_findings':
    case 'stopped':
      return exitCodes.findings;
    case 'exhausted':
      return exitCodes.budgetSpent;
    case 'blocked':
      return isCutShort ? exitCodes.budgetSpent : incompleteCode(review);
    case 'escalated':
    case null:
      return exitCodes.decision;
  }
}

function verdictCode(review: ReviewOutput, failOn: FailOn): number {
  if (review.verdict === 'INCOMPLETE') return incompleteCode(review);
  return hasFailingFinding(review, failOn) ? exitCodes.findings : exitCodes.clean;
}

function incompleteCode({ incomplete, coverage }: ReviewOutput): number {
  const lacksAgents =
    incomplete.length > 0 && incomplete.every(({ code = '' }) => isMissingAgent(code));
  const wasSeen = coverage.some(({ state }) => state === 'seen' || state === 'partial');
  return lacksAgents && !wasSeen ? exitCodes.agentMissing : exitCodes.blocked;
}

function hasFailingFinding(review: ReviewOutput, failOn: FailOn): boolean {
  if (failOn === 'never') return false;
  if (failOn === 'gating') return review.verdict === 'REJECT';
  return review.findings.some((finding) => isAtLeast(finding.severity, failOn));
}
