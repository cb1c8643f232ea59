import { duration } from '../derive/figures.ts';
import { runContext } from '../derive/run-context.ts';
import { shown, shownLine } from '../derive/shown.ts';
import { usePage } from '../model/page.ts';
import { Scrolls } from './scrolls.tsx';

/** What the run waits for after the entry: answers, deadlines, a person. */
export function WaitingDetail() {
  const { inspector } = usePage();
  const { state, frame } = inspector;
  const { pending = [], timers = [] } = state.value ?? {};
  const question = runContext(state.value)?.question;
  const nowMs = Date.parse(frame.value?.at ?? '');
  return (
    <Scrolls class="detail-scroll" label="Waiting">
      {question && (
        <>
          <h3>A person is asked</h3>
          <p>{shown(question.text)}</p>
          <ul>
            {question.options.map(({ id, label, effect }) => (
              <li key={id}>
                <b>{shownLine(id)}</b> {shown(label)} <span class="quiet">({effect})</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Asked for, not answered</h3>
      {pending.length === 0 && <p class="quiet">Nothing.</p>}
      <ul class="plain">
        {pending.map(({ key, kind }) => (
          <li key={key}>
            <code>{shownLine(key)}</code> <span class="quiet">{shownLine(kind)}</span>
          </li>
        ))}
      </ul>
      <h3>Timers</h3>
      {timers.length === 0 && <p class="quiet">None.</p>}
      <ul class="plain">
        {timers.map(({ id, dueAt }) => (
          <li key={id}>
            <code>{shownLine(id)}</code>{' '}
            <span class="quiet" title={dueAt}>
              due in {duration(Math.max(0, Date.parse(dueAt) - nowMs))}
            </span>
          </li>
        ))}
      </ul>
    </Scrolls>
  );
}
