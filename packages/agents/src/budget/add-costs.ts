import type { Cost } from '@magi/contracts';

/** Sum of costs. A number that no part measured stays absent; an estimate taints the sum. */
export function addCosts(...costs: readonly Cost[]): Cost {
  const sum = (key: 'durationMs' | 'calls' | 'inputTokens' | 'outputTokens' | 'usd') => {
    const measured = costs.flatMap((cost) => cost[key] ?? []);
    return measured.length === 0 ? {} : { [key]: measured.reduce((a, b) => a + b, 0) };
  };
  return {
    ...sum('durationMs'),
    ...sum('calls'),
    ...sum('inputTokens'),
    ...sum('outputTokens'),
    ...sum('usd'),
    ...(costs.some((cost) => cost.estimated) && { estimated: true }),
  };
}
