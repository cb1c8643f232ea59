import type { TrainingRound } from '../training-run.ts';

/** Splits the measured cost of each scanner evenly over the checks it answered. */
export function shareOfCost(
  rounds: readonly TrainingRound[],
  check: string,
): { readonly costUsd: number; readonly costMs: number } {
  let costUsd = 0;
  let costMs = 0;
  for (const { reviews } of rounds)
    for (const { assertions, cost } of reviews) {
      if (!cost || !assertions.some((assertion) => assertion.check === check)) continue;
      costUsd += (cost.usd ?? 0) / assertions.length;
      costMs += (cost.durationMs ?? 0) / assertions.length;
    }
  return { costUsd, costMs };
}
