import type { RunContext } from '@magi/engine/replay';
import { type CostColumn, type CostTable, costColumns, costTable } from '../derive/costs.ts';
import { dollars, duration, grouped } from '../derive/figures.ts';
import { runContext } from '../derive/run-context.ts';
import { shownLine } from '../derive/shown.ts';
import { timeTable } from '../derive/spans.ts';
import { usePage } from '../model/page.ts';
import { Scrolls } from './scrolls.tsx';

const titles: Record<CostColumn, string> = {
  durationMs: 'Time',
  calls: 'Calls',
  inputTokens: 'Tokens in',
  outputTokens: 'Tokens out',
  usd: 'Cost',
};

/** What everybody used up until the entry, as told and as the log's own times say. */
export function CostDetail() {
  const { inspector } = usePage();
  const context = runContext(inspector.state.value);
  const told = costTable(context?.costs ?? {});
  const times = timeTable(inspector.spans, inspector.seq.value);
  if (told.rows.length === 0 && times.length === 0) {
    return <p class="empty">Nobody has used anything up yet.</p>;
  }
  return (
    <Scrolls class="detail-scroll" label="Costs">
      {told.rows.length > 0 && <ToldCosts {...told} />}
      {context && <Spent {...context.spent} />}
      <h3>Time by the log</h3>
      <table class="costs">
        <Head figures={['Answers', 'Failed', 'Time']} />
        <tbody>
          {times.map(({ actor, answers, failures, durationMs }) => (
            <tr key={actor}>
              <th scope="row" class="who">
                {shownLine(actor.replace(`${inspector.root}/`, ''))}
              </th>
              <td class="figure">{grouped(answers)}</td>
              <td class="figure">{failures === 0 ? '–' : grouped(failures)}</td>
              <td class="figure">{duration(durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function Spent({ reviews, attempts, conflicts }: RunContext['spent']) {
  return (
    <p class="quiet">
      Of the budgets: {reviews} reviews, {attempts} attempts, {conflicts} conflicts.
    </p>
  );
}

/** What scanners and fixers said of themselves. */
function ToldCosts({ rows, total }: CostTable) {
  return (
    <table class="costs">
      <Head figures={costColumns.map((column) => titles[column])} />
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
  );
}

function Head({ figures }: { readonly figures: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th scope="col" class="column-head who">
          Who
        </th>
        {figures.map((title) => (
          <th key={title} scope="col" class="column-head figure">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function figure(column: CostColumn, value: number | null): string {
  if (value === null) return '–';
  if (column === 'durationMs') return duration(value);
  return column === 'usd' ? dollars(value) : grouped(value);
}
