import type { RoundRecord } from '@magi/contracts';
import { memo } from 'preact/compat';
import { useMemo } from 'preact/hooks';
import { type LifeEvent, type LifeLine, lifeLines } from '../derive/life-lines.ts';
import { runContext } from '../derive/run-context.ts';
import { shown, shownLine } from '../derive/shown.ts';
import { usePage } from '../model/page.ts';
import { Scrolls } from './scrolls.tsx';

const none: readonly RoundRecord[] = [];

/** Every finding from the round that raised it to the one that saw it last. */
export function FindingsView() {
  const { inspector } = usePage();
  const history = runContext(inspector.state.value)?.history ?? none;
  const lines = useMemo(() => lifeLines(history), [history]);
  if (lines.length === 0) {
    return (
      <p class="empty">
        {history.length === 0 ? 'No round has been closed yet.' : 'No round found anything.'}
      </p>
    );
  }
  return (
    <Scrolls class="table-scroll" label="Findings">
      <table class="findings">
        <caption class="sr-only">Findings and what became of them, by round</caption>
        <thead>
          <tr>
            <th scope="col" class="column-head">
              Finding
            </th>
            {history.map((record) => (
              <th key={record.round} scope="col" class="column-head life-head">
                <span>{record.round}</span>
                <AttemptMark record={record} />
              </th>
            ))}
            <th scope="col" class="column-head">
              Stands
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <FindingRow key={line.finding.id} line={line} />
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function AttemptMark({ record }: { readonly record: RoundRecord }) {
  const { attempt } = record;
  if (!attempt) return null;
  const text = `attempt ${attempt.number}: ${attempt.outcome}`;
  return (
    <span class={`attempt ${attempt.outcome}`} title={text}>
      <span aria-hidden="true">{attempt.outcome === 'committed' ? '⟶' : '⇢'}</span>
      <span class="sr-only">, then {text}</span>
    </span>
  );
}

const FindingRow = memo(function FindingRow({ line }: { readonly line: LifeLine }) {
  const { finding, events, standing } = line;
  return (
    <tr>
      <th scope="row" class="finding">
        <span class={`severity ${finding.severity}`}>{finding.severity}</span>{' '}
        <span class="finding-message">{shown(finding.message)}</span>
        <span class="finding-place">
          {shownLine(finding.file)}:{finding.line} · {shownLine(finding.rule)} · {finding.id}
          {finding.gating && ' · gates'}
          {finding.introducedBy !== undefined && ` · written by attempt ${finding.introducedBy}`}
        </span>
      </th>
      {events.map((event, index) => (
        <td key={index} class={`life ${event}`}>
          <LifeMark event={event} />
        </td>
      ))}
      <td class="standing">{standing}</td>
    </tr>
  );
});

const marks: Record<LifeEvent, readonly [sign: string, word: string]> = {
  raised: ['●', 'raised'],
  open: ['○', 'still open'],
  fixed: ['✓', 'gone'],
  back: ['↺', 'back again'],
  'set-aside': ['◇', 'set aside'],
  absent: ['', 'not there'],
};

function LifeMark({ event }: { readonly event: LifeEvent }) {
  const [sign, word] = marks[event];
  return (
    <span class="life-mark" title={word}>
      <span aria-hidden="true">{sign}</span>
      <span class="sr-only">{word}</span>
    </span>
  );
}
