import type { ReviewOutput, Severity } from '@magi/contracts';
import { isAtLeast } from '@magi/contracts';

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
export type FailOn = 'gating' | 'never' | Severity;

/**
 * The exit code of a review or a loop.
 *
 * Incomplete stays incomplete whatever `failOn` says: a scanner that did not answer is no finding.
 */
export function exitCodeOf(review: ReviewOutput, failOn: FailOn): number {
  switch (review.outcome) {
    case 'escalated':
      return isReviewOnly(review) ? verdictCode(review, failOn) : exitCodes.decision;
    case 'exhausted':
      return isReviewOnly(review) ? verdictCode(review, failOn) : exitCodes.budgetSpent;
    case 'blocked':
      return exitCodes.blocked;
    case 'accepted_with_findings':
      return exitCodes.findings;
    default:
      return verdictCode(review, failOn);
  }
}

function isReviewOnly(review: ReviewOutput): boolean {
  return review.attempts === 0 && review.rounds <= 1;
}

function verdictCode(review: ReviewOutput, failOn: FailOn): number {
  if (review.verdict === 'INCOMPLETE') return exitCodes.blocked;
  return hasFailingFinding(review, failOn) ? exitCodes.findings : exitCodes.clean;
}

function hasFailingFinding(review: ReviewOutput, failOn: FailOn): boolean {
  if (failOn === 'never') return false;
  if (failOn === 'gating') return review.verdict === 'REJECT';
  return review.findings.some((finding) => isAtLeast(finding.severity, failOn));
}
