/**
 * What a proposal needs before it may be made. Nothing is concluded below these bars.
 *
 * The shares are compared with the end of a 95 % interval, never with the estimate: 30 of 40
 * dismissed findings clear "more than half", 3 of 4 do not.
 */
export const evidenceBar = {
  /** Judged changes (fixed, dismissed, overridden, flipped) a verdict on usefulness needs. */
  judged: 20,
  /** Retire: surely more than this share was not useful. */
  retireAbove: 0.5,
  /** Demote: surely more than this share was not useful. */
  demoteAbove: 0.1,
  /** Retire as dead: surely fails in less than this share of changes. */
  deadBelow: 0.05,
  /** Reword: surely more than this share of quiet pairs changed its answer. */
  flipAbove: 0.1,
  /** Quiet pairs of rounds a verdict on flipping needs. */
  quietPairs: 20,
  /** Re-route: false discovery rate over all checks and file groups. */
  falseDiscovery: 0.05,
  /** Promote: occurrences, runs, changes by different authors, and fixed ones of a cluster. */
  promote: { occurrences: 3, runs: 2, voters: 2, fixed: 1 },
} as const;
