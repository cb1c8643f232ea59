import { logChoose } from './log-factorial.ts';

/**
 * McNemar's exact test on paired verdicts.
 *
 * @param better pairs in which only the new way was right
 * @param worse pairs in which only the old way was right
 * @returns two-sided p: twice the smaller binomial tail at 1/2, at most 1; 1 when no pair differs
 */
export function mcnemarExact(better: number, worse: number): number {
  const n = better + worse;
  if (n === 0) return 1;
  const smaller = Math.min(better, worse);
  let tail = 0;
  for (let k = 0; k <= smaller; k += 1) tail += Math.exp(logChoose(n, k) - n * Math.LN2);
  return Math.min(1, 2 * tail);
}

/** A two by two table: failed and passed in one group, failed and passed in the other. */
export interface TwoByTwo {
  readonly failedHere: number;
  readonly passedHere: number;
  readonly failedElsewhere: number;
  readonly passedElsewhere: number;
}

/**
 * Fisher's exact test, two-sided: the summed probability of all tables with the same margins that
 * are no more likely than the one observed.
 */
export function fisherExact(table: TwoByTwo): number {
  const here = table.failedHere + table.passedHere;
  const elsewhere = table.failedElsewhere + table.passedElsewhere;
  const failed = table.failedHere + table.failedElsewhere;
  const all = here + elsewhere;
  if (here === 0 || elsewhere === 0 || failed === 0 || failed === all) return 1;
  const logP = (x: number): number =>
    logChoose(here, x) + logChoose(elsewhere, failed - x) - logChoose(all, failed);
  const observed = logP(table.failedHere);
  const lowest = Math.max(0, failed - elsewhere);
  const highest = Math.min(here, failed);
  let p = 0;
  for (let x = lowest; x <= highest; x += 1) {
    const at = logP(x);
    // The relative margin keeps tables that are equally likely but for rounding.
    if (at <= observed + 1e-7) p += Math.exp(at);
  }
  return Math.min(1, p);
}

/**
 * Benjamini–Hochberg adjusted p-values, in the order of the input.
 *
 * Calling those below q keeps the expected share of false calls at or below q.
 */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  const m = pValues.length;
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p);
  const adjusted = new Array<number>(m).fill(1);
  let smallest = 1;
  order.forEach(({ p, index }, position) => {
    smallest = Math.min(smallest, (p * m) / (m - position));
    adjusted[index] = smallest;
  });
  return adjusted;
}
