/** The reference implementation has no types of its own; these are the parts the tests use. */
declare module 'jstat' {
  export const jStat: {
    readonly normal: { inv(p: number, mean: number, deviation: number): number };
    readonly binomial: { cdf(k: number, n: number, p: number): number };
    readonly hypgeom: {
      pdf(k: number, population: number, successes: number, draws: number): number;
    };
    quantiles(values: readonly number[], q: readonly number[], a: number, b: number): number[];
  };
}
