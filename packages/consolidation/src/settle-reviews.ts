import {
  byText,
  type Candidate,
  type Protocol,
  type Review,
  type ScannerSpec,
} from '@magi/contracts';

/** What became of one member of the panel. Without a review that counts, `review` is null. */
export type Seat = {
  readonly spec: ScannerSpec;
  readonly status: Review['status'];
  readonly reason: string;
  readonly review: Review | null;
};

export type SettledReviews = {
  /** One seat a member, sorted by scanner id. */
  readonly seats: readonly Seat[];
  /** True when the protocol goes on without the members that failed. */
  readonly toleratesFaults: boolean;
  readonly faults: readonly { readonly scanner: string; readonly fault: string }[];
};

/**
 * Seats the reviews at the panel: the panel is the expectation, so a member without a review has
 * failed, and a review of another tree is stale and counts as failed.
 *
 * Several reviews of one scanner are one vote (the most complete); reviews of strangers are none.
 */
export function settleReviews(
  panel: readonly ScannerSpec[],
  reviews: readonly Review[],
  candidate: Candidate,
  protocol: Protocol,
): SettledReviews {
  const members = [...new Map(panel.map((spec) => [spec.id, spec])).values()];
  const seats = members
    .sort((a, b) => byText(a.id, b.id))
    .map((spec) => seatOf(spec, reviews, candidate.head.tree));
  const strangers = new Set(
    reviews.map((review) => review.scanner).filter((id) => members.every((m) => m.id !== id)),
  );
  const faults = [...strangers].sort().map((scanner) => ({
    scanner,
    fault: 'it is not on the panel of this round; its review was not counted',
  }));
  return { seats, toleratesFaults: toleratesFaults(seats, protocol), faults };
}

function seatOf(spec: ScannerSpec, reviews: readonly Review[], tree: string): Seat {
  const own = reviews
    .filter((review) => review.scanner === spec.id)
    .sort((a, b) => rank(b, tree) - rank(a, tree) || byText(JSON.stringify(a), JSON.stringify(b)));
  const review = own[0];
  if (review === undefined) {
    return { spec, status: 'failed', reason: 'no review arrived', review: null };
  }
  if (review.status === 'failed') {
    return { spec, status: 'failed', reason: review.reason ?? 'it gave no reason', review: null };
  }
  if (review.tree !== tree) {
    const reason = `its review is stale: it looked at tree ${short(review.tree)}, not ${short(tree)}`;
    return { spec, status: 'failed', reason, review: null };
  }
  const reason = review.status === 'completed' ? '' : (review.reason ?? 'it answered in part');
  return { spec, status: review.status, reason, review };
}

function rank(review: Review, tree: string): number {
  if (review.status === 'failed' || review.tree !== tree) return 0;
  return review.status === 'completed' ? 2 : 1;
}

/** Never without at least one whole review, whatever the protocol says. */
function toleratesFaults(seats: readonly Seat[], protocol: Protocol): boolean {
  const completed = seats.filter((seat) => seat.status === 'completed').length;
  if (completed === 0) return false;
  const { quorum, fault } = protocol.panel;
  return fault.afterwards === 'ignore' || (typeof quorum === 'number' && completed >= quorum);
}

function short(tree: string): string {
  return tree.slice(0, 12);
}
