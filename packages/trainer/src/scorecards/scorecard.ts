import type { Label } from '../labels/label.ts';
import { oneVoteEach } from '../labels/one-vote.ts';
import { type Proportion, wilson } from '../statistics/interval.ts';

/** What the record says about one check. Every proportion carries its n and its 95 % interval. */
export interface Scorecard {
  readonly check: string;
  /** Changes in which it was evaluated (one vote per change and author). */
  readonly n: number;
  /** Changes in which it was false at least once. */
  readonly failureRate: Proportion;
  /** fixed / (fixed + dismissed + overridden + flipped while false). */
  readonly usefulness: Proportion;
  /** The complement, which the evidence bars are about. */
  readonly notUseful: Proportion;
  /** Changed values / pairs of rounds between which nothing relevant changed. */
  readonly flipRate: Proportion;
  /** Changes with contradicting scanners. */
  readonly disagreement: Proportion;
  readonly unresolved: number;
  /** Measured cost over all evaluations for each fixed problem, or null when none was fixed. */
  readonly costPerTrueFinding: { readonly usd: number; readonly ms: number } | null;
  readonly hasCaughtBlocker: boolean;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly runs: readonly string[];
}

/** Scorecards of all checks that were ever evaluated, by check id. */
export function scorecardsOf(labels: readonly Label[]): readonly Scorecard[] {
  const checks = [...new Set(labels.map(({ check }) => check))].sort();
  return checks.map((check) =>
    scorecardOf(
      check,
      labels.filter((label) => label.check === check),
    ),
  );
}

function scorecardOf(check: string, labels: readonly Label[]): Scorecard {
  const votes = oneVoteEach(labels);
  const count = (is: (label: Label) => boolean): number => votes.filter(is).length;
  const fixed = count(({ value }) => value === 'fixed');
  const useless = count(
    ({ value, failed }) =>
      value === 'dismissed' || value === 'overridden' || (value === 'flipped' && failed > 0),
  );
  const sum = (of: (label: Label) => number): number =>
    votes.reduce((s, label) => s + of(label), 0);
  const times = labels.map(({ at }) => at).sort();
  return {
    check,
    n: votes.length,
    failureRate: wilson(
      count(({ failed }) => failed > 0),
      votes.length,
    ),
    usefulness: wilson(fixed, fixed + useless),
    notUseful: wilson(useless, fixed + useless),
    flipRate: wilson(
      sum(({ flips }) => flips),
      sum(({ quietPairs }) => quietPairs),
    ),
    disagreement: wilson(
      count(({ disagreements }) => disagreements > 0),
      votes.length,
    ),
    unresolved: count(({ value }) => value === 'unresolved'),
    costPerTrueFinding:
      fixed === 0
        ? null
        : { usd: sum(({ costUsd }) => costUsd) / fixed, ms: sum(({ costMs }) => costMs) / fixed },
    hasCaughtBlocker: labels.some(({ caughtBlocker }) => caughtBlocker),
    firstAt: times[0] ?? '',
    lastAt: times.at(-1) ?? '',
    runs: [...new Set(labels.map(({ run }) => run))].sort(),
  };
}
