/** A small seeded generator (mulberry32): the same seed gives the same resamples everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Percentile interval of a mean under a cluster bootstrap.
 *
 * Whole clusters (changes) are drawn with replacement, because observations of one change are not
 * independent of each other.
 *
 * @param clusters observations by cluster
 * @returns the 2.5 % and 97.5 % quantiles, or null when fewer than two clusters exist
 */
export function clusterBootstrap(
  clusters: readonly (readonly number[])[],
  options: { readonly seed: number; readonly draws?: number },
): { readonly low: number; readonly high: number } | null {
  if (clusters.length < 2) return null;
  const random = seededRandom(options.seed);
  const sums = clusters.map((values) => values.reduce((sum, value) => sum + value, 0));
  const means = Array.from({ length: options.draws ?? 2_000 }, () => {
    let sum = 0;
    let count = 0;
    for (let k = 0; k < clusters.length; k += 1) {
      const drawn = Math.floor(random() * clusters.length);
      sum += sums[drawn] ?? 0;
      count += clusters[drawn]?.length ?? 0;
    }
    return sum / count;
  }).sort((a, b) => a - b);
  return { low: quantile(means, 0.025), high: quantile(means, 0.975) };
}

/** Linear interpolation between order statistics (R type 7). */
export function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
