/** A proportion with its uncertainty: `low..high` covers the truth with the stated level. */
export interface Proportion {
  readonly successes: number;
  readonly n: number;
  /** successes / n, or null when nothing was observed. */
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % quantile of the standard normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * Wilson score interval of a proportion, default level 95 %.
 *
 * With no observation the interval is 0..1: nothing is known.
 *
 * @see Wilson 1927; Brown, Cai, DasGupta 2001 recommend it for small n
 */
export function wilson(successes: number, n: number, z: number = Z_95): Proportion {
  if (n === 0) return { successes, n, estimate: null, low: 0, high: 1 };
  const p = successes / n;
  const scale = 1 + (z * z) / n;
  const centre = (p + (z * z) / (2 * n)) / scale;
  const half = (z / scale) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return {
    successes,
    n,
    estimate: p,
    // At the ends the formula is exact in theory and off by rounding in floating point.
    low: successes === 0 ? 0 : Math.max(0, centre - half),
    high: successes === n ? 1 : Math.min(1, centre + half),
  };
}
