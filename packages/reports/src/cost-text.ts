import type { Cost } from '@magi/contracts';
import { count } from './plain-text.ts';

/**
 * What work used up, in words: `3 calls, 12,400 tokens read, 900 written, $0.04`; empty for work
 * that asked no model. What was not measured is left out, an estimated price says so.
 */
export function costText({ calls, inputTokens, outputTokens, usd, estimated }: Cost): string {
  const parts = [
    ...(calls === undefined || calls === 0 ? [] : [count(calls, 'call')]),
    ...(inputTokens === undefined ? [] : [`${grouped(inputTokens)} tokens read`]),
    ...(outputTokens === undefined ? [] : [`${grouped(outputTokens)} written`]),
    ...(usd === undefined ? [] : [`$${money(usd)}${estimated ? ' (estimated)' : ''}`]),
  ];
  return parts.join(', ');
}

/** One row an actor that asked a model, most expensive first, and the sum of several. */
export function costRows(
  costs: Readonly<Record<string, Cost>>,
): readonly { readonly actor: string; readonly text: string }[] {
  const paid = Object.entries(costs)
    .filter(([, cost]) => costText(cost) !== '')
    .sort(([a, x], [b, y]) => (y.usd ?? 0) - (x.usd ?? 0) || (a < b ? -1 : 1));
  const rows = paid.map(([actor, cost]) => ({ actor, text: costText(cost) }));
  if (paid.length < 2) return rows;
  return [...rows, { actor: 'total', text: costText(sumOf(paid.map(([, cost]) => cost))) }];
}

function sumOf(costs: readonly Cost[]): Cost {
  const sum = (amount: 'calls' | 'inputTokens' | 'outputTokens' | 'usd') => {
    const measured = costs.flatMap((cost) => cost[amount] ?? []);
    return measured.length === 0 ? {} : { [amount]: measured.reduce((a, b) => a + b, 0) };
  };
  return {
    ...sum('calls'),
    ...sum('inputTokens'),
    ...sum('outputTokens'),
    ...sum('usd'),
    ...(costs.some(({ estimated }) => estimated) && { estimated: true }),
  };
}

function grouped(tokens: number): string {
  return `${tokens}`.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Cents, and finer only for amounts that would read as nothing. */
function money(usd: number): string {
  return usd === 0 || usd >= 0.01 ? usd.toFixed(2) : usd.toPrecision(2);
}
