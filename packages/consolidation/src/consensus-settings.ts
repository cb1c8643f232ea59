/** How much of a score is needed, as a straight line over the number of reviewers. */
export type Needed = { readonly base: number; readonly perReviewer: number };

export type ConsensusSettings = {
  /** Average similarity at which two statements are the same issue. */
  readonly issueCut: number;
  /** Average similarity at which two issues are one concern, as a share of `issueCut`. */
  readonly concernCut: number;
  /** What a step of tone (a defect word more, an advice word less) is worth, in votes. */
  readonly toneWeight: number;
  /** What another reviewer who says something similar elsewhere is worth at most, in votes. */
  readonly echoWeight: number;
  /** Score below which an issue takes no part in a concern. */
  readonly issueNeeds: Needed;
  /** Score from which a concern is accepted. */
  readonly concernNeeds: Needed;
};

/** Settings measured on public reviews of twelve reviewers (tools/bench/consensus). */
export const consensusDefaults: ConsensusSettings = {
  issueCut: 0.13,
  concernCut: 1 / 3,
  toneWeight: 0.25,
  echoWeight: 0.5,
  issueNeeds: { base: 1.67, perReviewer: 0.11 },
  concernNeeds: { base: 0.17, perReviewer: 0.69 },
};
