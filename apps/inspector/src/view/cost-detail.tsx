import { type CostColumn, costColumns, costTable } from '../derive/costs.ts';
import { dollars, duration, grouped } from '../derive/figures.ts';
import { runContext } from '../derive/run-context.ts';
import { shownLine } from '../derive/shown.ts';
import { usePage } from '../model/page.ts';
import { Scrolls } from './scrolls.tsx';

const titles: Record<CostColumn, string> = {
  durationMs: 'Time',
  calls: 'Calls',
  inputTokens: 'Tokens in',
  outputTokens: 'Tokens out',
  usd: 'Cost',
};

/** What everybody used up until the entry. */
export function CostDetail() {
  const { inspector } = usePage();
  const context = runContext(inspector.state.value);
  const { rows, total } = costTable(context?.costs ?? {});
  if (!context || rows.length === 0) return <p class="empty">Nobody has used anything up yet.</p>;
  const { reviews, attempts, conflicts } = context.spent;
  return (
    <Scrolls class="detail-scroll" label="Costs">
      <table class="costs">
        <thead>
          <tr>
            <th scope="col" class="column-head who">
              Who
            </th>
            {costColumns.map((column) => (
              <th key={column} scope="col" class="column-head figure">
                {titles[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ who, cost }) => (
            <tr key={who}>
              <th scope="row" class="who">
                {shownLine(who)}
              </th>
              {costColumns.map((column) => (
                <td key={column} class="figure">
                  {figure(column, cost[column] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" class="who sum">
              All
            </th>
            {costColumns.map((column) => (
              <td key={column} class="figure sum">
                {figure(column, total[column])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <p class="quiet">
        Budgets: {reviews} reviews, {attempts} attempts, {conflicts} conflicts used up. A dash:
        nobody measured it.
      </p>
    </Scrolls>
  );
}

function figure(column: CostColumn, value: number | null): string {
  if (value === null) return '–';
  if (column === 'durationMs') return duration(value);
  return column === 'usd' ? dollars(value) : grouped(value);
}
