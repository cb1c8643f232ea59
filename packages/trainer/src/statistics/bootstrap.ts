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
 * Percentile interval of a statistic under a cluster bootstrap.
 *
 * Whole clusters (changes) are drawn with replacement, because findings of one change are not
 * independent of each other.
 *
 * @param clusters observations by cluster
 * @param statistic of the pooled observations; may be NaN for a draw, which is then left out
 * @returns the 2.5 % and 97.5 % quantiles, or null when fewer than two clusters exist
 */
export function clusterBootstrap<Observation>(
  clusters: readonly (readonly Observation[])[],
  statistic: (observations: readonly Observation[]) => number,
  options: { readonly seed: number; readonly draws?: number },
): { readonly low: number; readonly high: number } | null {
  if (clusters.length < 2) return null;
  const random = seededRandom(options.seed);
  const values: number[] = [];
  for (let draw = 0; draw < (options.draws ?? 2_000); draw += 1) {
    const pooled: Observation[] = [];
    for (let k = 0; k < clusters.length; k += 1)
      pooled.push(...(clusters[Math.floor(random() * clusters.length)] ?? []));
    const value = statistic(pooled);
    if (!Number.isNaN(value)) values.push(value);
  }
  if (values.length === 0) return null;
  values.sort((a, b) => a - b);
  return { low: quantile(values, 0.025), high: quantile(values, 0.975) };
}

/** Linear interpolation between order statistics (R type 7). */
export function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
