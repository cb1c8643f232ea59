import { byText, isAtLeast, type Review } from '@magi/contracts';
import type { Seat } from './settle-reviews.ts';
import { unlistedFailsAt } from './standing.ts';

export type ReviewerFault = { readonly scanner: string; readonly fault: string };

/**
 * Collects what reviewers got wrong without voiding their review: faults noted on the way in, votes
 * against their own findings, and a verdict that their own answers do not support.
 */
export function reviewerFaults(
  seats: readonly Seat[],
  voting: readonly ReviewerFault[],
): ReviewerFault[] {
  const noted = seats.flatMap(({ spec, review }) =>
    (review?.faults ?? []).map((fault) => ({ scanner: spec.id, fault })),
  );
  const claims = seats.flatMap(({ spec, review }) => {
    const fault = review === null ? null : claimFault(review);
    return fault === null ? [] : [{ scanner: spec.id, fault }];
  });
  const all = [...noted, ...voting, ...claims];
  const distinct = [...new Map(all.map((fault) => [JSON.stringify(fault), fault])).values()];
  return distinct.sort((a, b) => byText(a.scanner, b.scanner) || byText(a.fault, b.fault));
}

function claimFault(review: Review): string | null {
  const objections =
    review.assertions.filter(({ value }) => value === 'false').length +
    review.findings.filter(({ severity }) => isAtLeast(severity, unlistedFailsAt)).length;
  if (review.claimedVerdict === 'ACCEPT' && objections > 0) {
    return 'it claimed ACCEPT although its own answers object';
  }
  if (review.claimedVerdict === 'REJECT' && objections === 0) {
    return 'it claimed REJECT although none of its answers objects';
  }
  return null;
}
