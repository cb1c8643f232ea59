import type { Consolidation } from '@magi/contracts';

type Seat = Consolidation['incomplete'][number];

/** Why a run cannot go on after what a reviewer did, as a stable reason. */
export type ReviewViolation = 'candidate_integrity_failure' | 'reviewer_integrity_failure';

/**
 * The gravest violation among the reviewers of a round: one moved the candidate, or wrote where it
 * may only read. It stops a run whatever the others said, as nobody knows what they looked at.
 *
 * Reasons of such reviews begin with the violation, or with the `tampered` of agents.
 */
export function violationOf(
  seats: readonly Seat[],
): { readonly reason: ReviewViolation; readonly message: string } | null {
  for (const reason of ['candidate_integrity_failure', 'reviewer_integrity_failure'] as const) {
    const words = reason === 'reviewer_integrity_failure' ? [reason, 'tampered'] : [reason];
    const seat = seats.find((one) => words.some((word) => one.reason.startsWith(`${word}: `)));
    if (seat === undefined) continue;
    const told = seat.reason.slice(seat.reason.indexOf(': ') + 2);
    return { reason, message: `while ${seat.scanner} reviewed: ${told}` };
  }
  return null;
}

/** True when somebody answered, but in a form or about a tree that nobody can rely on. */
export function isUnusable({ reason }: Seat): boolean {
  return /^(unparsable|truncated): |^its review is stale: /.test(reason);
}
