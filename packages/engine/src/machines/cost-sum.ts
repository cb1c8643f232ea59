import type { Cost } from '@magi/contracts';

const amounts = ['durationMs', 'calls', 'inputTokens', 'outputTokens', 'usd'] as const;

/** Adds two costs; what neither of them measured stays unmeasured. */
export function addCost(a: Cost | null, b: Cost | null | undefined): Cost | null {
  if (!a || !b) return a ?? b ?? null;
  const sum: { -readonly [Key in keyof Cost]: Cost[Key] } = {};
  for (const amount of amounts) {
    const measured = [a[amount], b[amount]].filter((value) => value !== undefined);
    if (measured.length > 0) sum[amount] = measured.reduce((total, value) => total + value, 0);
  }
  if (a.estimated || b.estimated) sum.estimated = true;
  return sum;
}
