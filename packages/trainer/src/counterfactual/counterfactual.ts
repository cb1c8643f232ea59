/**
 * What recorded runs prove about a proposed checklist.
 *
 * Each newer run is consolidated again from its recorded answers. That is exact up to the first
 * round whose verdict differs; what would have followed is unknown, because nobody was asked.
 */
export interface Counterfactual {
  /** Runs that were judged: newer than those the proposal was learnt from. */
  readonly runs: number;
  /** Runs whose verdict would have been another. */
  readonly changed: number;
  /** Changed runs where the record shows the new verdict to be right, wrong, or neither. */
  readonly better: number;
  readonly worse: number;
  readonly undecided: number;
  /** Rounds after the first divergence, about which nothing can be said. */
  readonly unknownRounds: number;
  /** McNemar's exact p over better and worse. */
  readonly p: number;
  /** 95 % interval of the change in the share of rejections, by cluster bootstrap over changes. */
  readonly rejectionChange: { readonly low: number; readonly high: number } | null;
  /** What only asking a model again could tell. */
  readonly unknown: readonly string[];
}
