import fc from 'fast-check';
import { jStat } from 'jstat';
import { describe, expect, it } from 'vitest';
import { clusterBootstrap, quantile, seededRandom } from './bootstrap.ts';
import { benjaminiHochberg, fisherExact, mcnemarExact } from './exact-tests.ts';
import { wilson, Z_95 } from './interval.ts';

describe('wilson interval', () => {
  it.each([
    [0, 10, 0, 0.2775],
    [1, 10, 0.0179, 0.4042],
    [5, 50, 0.0435, 0.2136],
    [10, 100, 0.0552, 0.1744],
  ])('of %i in %i is %f to %f', (successes, n, low, high) => {
    const interval = wilson(successes, n);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });
  it('uses the normal quantile of the reference', () => {
    expect(Math.abs(Z_95 - jStat.normal.inv(0.975, 0, 1))).toBeLessThan(1e-9);
  });
  it('solves the score equation at both ends', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, share) => {
          const successes = Math.round(n * share);
          const { low, high } = wilson(successes, n);
          for (const end of [low, high])
            expect(
              Math.abs((successes / n - end) ** 2 - (Z_95 ** 2 * end * (1 - end)) / n),
            ).toBeLessThan(1e-9);
        },
      ),
    );
  });
  it('says that nothing is known without observations', () => {
    expect(wilson(0, 0)).toMatchObject({ estimate: null, low: 0, high: 1 });
  });
});

describe('exact tests', () => {
  it('agrees with the binomial distribution of the reference', () => {
    for (let better = 0; better <= 30; better += 3)
      for (let worse = 0; worse <= 30; worse += 5) {
        const n = better + worse;
        const tail =
          n === 0 ? 1 : Math.min(1, 2 * jStat.binomial.cdf(Math.min(better, worse), n, 0.5));
        expect(Math.abs(mcnemarExact(better, worse) - tail)).toBeLessThan(1e-9);
      }
  });
  it.each([
    [6, 0, 0.03125],
    [5, 0, 0.0625],
  ])('gives %i to %i discordant pairs p = %f', (better, worse, p) => {
    expect(mcnemarExact(better, worse)).toBeCloseTo(p, 10);
  });
  it('agrees with the hypergeometric distribution of the reference', () => {
    const p = (x: number, all: number, failed: number, here: number) =>
      jStat.hypgeom.pdf(x, all, failed, here);
    for (const [a, b, c, d] of [
      [3, 7, 9, 1],
      [1, 9, 11, 3],
      [0, 5, 5, 0],
      [12, 40, 3, 60],
    ] as const) {
      const [all, failed, here] = [a + b + c + d, a + c, a + b];
      const observed = p(a, all, failed, here);
      let sum = 0;
      for (let x = Math.max(0, failed - (c + d)); x <= Math.min(here, failed); x += 1) {
        const at = p(x, all, failed, here);
        if (at <= observed * (1 + 1e-7)) sum += at;
      }
      const ours = fisherExact({
        failedHere: a,
        passedHere: b,
        failedElsewhere: c,
        passedElsewhere: d,
      });
      expect(Math.abs(ours - sum)).toBeLessThan(1e-9);
    }
  });
  it('adjusts p-values as Benjamini and Hochberg describe', () => {
    expect(benjaminiHochberg([0.01, 0.04, 0.03, 0.005])).toEqual([0.02, 0.04, 0.04, 0.02]);
  });
});

describe('cluster bootstrap', () => {
  it('gives the same interval for the same seed', () => {
    const clusters = [[1, 0], [1], [0, 0, 1], [1, 1]];
    const run = () => clusterBootstrap(clusters, { seed: 7 });
    expect(run()).toEqual(run());
  });
  it('says nothing about a single cluster', () => {
    expect(clusterBootstrap([[1, 2, 3]], { seed: 1 })).toBeNull();
  });
  it('takes quantiles as the reference does', () => {
    const random = seededRandom(3);
    const values = Array.from({ length: 101 }, random).sort((a, b) => a - b);
    for (const q of [0.025, 0.5, 0.975])
      expect(
        Math.abs(quantile(values, q) - (jStat.quantiles(values, [q], 1, 1)[0] ?? 0)),
      ).toBeLessThan(1e-9);
  });
});
