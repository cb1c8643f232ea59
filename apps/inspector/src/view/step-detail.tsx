import type { Json } from '@magi/contracts';
import type { Candidate, ExplainedStep, Frame } from '@magi/engine/replay';
import { stateName } from '../derive/actors.ts';
import { eventName } from '../derive/messages.ts';
import { shown, shownLine } from '../derive/shown.ts';
import { commandsFor } from '../model/commands.ts';
import { usePage } from '../model/page.ts';
import { CopyButton } from './copy-button.tsx';
import { JsonTree } from './json-tree.tsx';
import { Scrolls } from './scrolls.tsx';

/** What the entry says, what every actor did with it, and why. */
export function StepDetail() {
  const { inspector } = usePage();
  const frame = inspector.frame.value;
  if (!frame) return <p class="empty">The first entry is on its way.</p>;
  const { replay, explain } = commandsFor(inspector, frame.seq);
  return (
    <Scrolls class="detail-scroll" label="Step">
      <EntryFacts frame={frame} />
      <h3>What it did</h3>
      {frame.steps.length === 0 && (
        <p class="quiet">Nothing: a note for the record changes no actor.</p>
      )}
      {frame.steps.map((step, index) => (
        <StepCard key={`${frame.seq} ${index}`} step={step} />
      ))}
      <h3>As recorded</h3>
      <JsonTree value={frame.body as unknown as Json} name="entry" openTo={1} />
      <p class="copy-line">
        <CopyButton command={replay} /> <CopyButton command={explain} />
      </p>
    </Scrolls>
  );
}

function EntryFacts({ frame }: { readonly frame: Frame }) {
  const { seq, at, type, actor, text, stateHash } = frame;
  return (
    <>
      <h2 class="entry-title">
        #{seq} {type}
      </h2>
      <dl class="facts">
        {actor !== '' && <Fact name="Actor" value={shownLine(actor)} />}
        {text !== '' && <Fact name="Says" value={shown(text)} />}
        <Fact name="At" value={at} />
        <Fact name="State after" value={stateHash?.slice(0, 16) ?? 'not known'} isCode />
      </dl>
    </>
  );
}

function Fact({
  name,
  value,
  isCode = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly isCode?: boolean;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd class={isCode ? 'code' : undefined}>{value}</dd>
    </>
  );
}

function StepCard({ step }: { readonly step: ExplainedStep }) {
  const { inspector } = usePage();
  const { actor, source, event, microsteps, actions, sent, rejected, candidates, followUps } = step;
  return (
    <article class="step">
      <p class="step-head">
        <button type="button" class="link" onClick={() => inspector.selectActor(actor)}>
          {shownLine(actor)}
        </button>{' '}
        took <b>{shownLine(eventName(event))}</b>{' '}
        <span class="quiet">from {shownLine(source)}</span>
      </p>
      {microsteps.map((micro, index) => (
        <p key={index} class="micro">
          {micro.from === null ? 'begins in ' : `${stateName(micro.from)} → `}
          <b>{stateName(micro.to)}</b>
          {micro.event === '' && <span class="quiet"> at once</span>}
        </p>
      ))}
      {actions.length > 0 && <Line name="did" items={actions} />}
      {sent.length > 0 && (
        <Line
          name="sent"
          items={sent.map(({ to, event: name }) => `${eventName(name)} to ${to}`)}
        />
      )}
      {rejected && (
        <p class="rejected">
          Not taken{rejected.guards.length > 0 && `: refused by ${rejected.guards.join(', ')}`}.
          {rejected.accepts.length > 0 &&
            ` It would take ${rejected.accepts.map(eventName).join(', ')}.`}
        </p>
      )}
      <Candidates title="For this event" candidates={candidates} />
      {followUps.map((group, index) => (
        <Candidates key={index} title="Then, without an event" candidates={group} />
      ))}
    </article>
  );
}

function Line({ name, items }: { readonly name: string; readonly items: readonly string[] }) {
  return (
    <p class="did">
      <span class="quiet">{name}</span> {shownLine(items.join(', '))}
    </p>
  );
}

/** Every transition that could have been taken, with what its guard said. */
function Candidates({
  title,
  candidates,
}: {
  readonly title: string;
  readonly candidates: readonly Candidate[];
}) {
  if (!candidates.some(({ guard }) => guard !== null)) return null;
  return (
    <table class="guards">
      <caption>{title}</caption>
      <tbody>
        {candidates.map(({ transition, guard, value, chosen, targets }) => (
          <tr key={transition} class={chosen ? 'chosen' : undefined}>
            <th scope="row">{guard ?? 'otherwise'}</th>
            <td>{guardText(guard, value)}</td>
            <td>{targets.map((id) => id.slice(id.lastIndexOf('.') + 1)).join(', ') || 'stays'}</td>
            <td>{chosen ? 'taken' : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function guardText(guard: string | null, value: boolean | null): string {
  if (guard === null) return '';
  if (value === null) return 'not known';
  return value ? '✓ true' : '✕ false';
}
