import type { Cost } from '@magi/contracts';

export type CostColumn = 'durationMs' | 'calls' | 'inputTokens' | 'outputTokens' | 'usd';

export const costColumns: readonly CostColumn[] = [
  'durationMs',
  'calls',
  'inputTokens',
  'outputTokens',
  'usd',
];

/** What the members of a run used up, and all of them together; null where nobody measured. */
export interface CostTable {
  readonly rows: readonly { readonly who: string; readonly cost: Cost }[];
  readonly total: Readonly<Record<CostColumn, number | null>>;
}

/** Sums up costs; what was not measured is not zero. */
export function costTable(costs: Readonly<Record<string, Cost>>): CostTable {
  const rows = Object.entries(costs).map(([who, cost]) => ({ who, cost }));
  const sum = (column: CostColumn): number | null => {
    const known = rows.flatMap(({ cost }) => cost[column] ?? []);
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
  };
  return {
    rows,
    total: Object.fromEntries(
      costColumns.map((column) => [column, sum(column)]),
    ) as CostTable['total'],
  };
}
