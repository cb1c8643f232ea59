import { memo } from 'preact/compat';
import { type ActorRow, actorRows } from '../derive/actors.ts';
import { shownLine } from '../derive/shown.ts';
import type { Inspector } from '../model/inspector.ts';
import { usePage } from '../model/page.ts';
import { Scrolls } from './scrolls.tsx';

/** The actors that live at the entry looked at, each below the one that started it. */
export function Actors() {
  const { inspector } = usePage();
  const rows = actorRows(inspector.state.value, inspector.root);
  const touched = new Set(inspector.frame.value?.steps.map(({ actor }) => actor) ?? []);
  return (
    <section class="actors" aria-labelledby="actors-title">
      <div class="pane-head">
        <h2 id="actors-title">Actors</h2>
        <span class="quiet">{rows.length} alive</span>
      </div>
      <Scrolls class="actor-list" label="Actors">
        <ul>
          {rows.map((row) => (
            <Actor
              key={row.address}
              {...row}
              inspector={inspector}
              isChosen={inspector.actor.value === row.address}
              isTouched={touched.has(row.address)}
            />
          ))}
        </ul>
      </Scrolls>
    </section>
  );
}

interface ActorProps extends ActorRow {
  readonly inspector: Inspector;
  readonly isChosen: boolean;
  readonly isTouched: boolean;
}

const Actor = memo(function Actor(props: ActorProps) {
  const { address, name, depth, status, state, isEffect, inspector, isChosen, isTouched } = props;
  return (
    <li style={{ paddingLeft: `${depth * 14}px` }}>
      <button
        type="button"
        class={`actor ${isEffect ? 'effect' : 'machine'}${isTouched ? ' touched' : ''}`}
        aria-current={isChosen ? 'true' : undefined}
        data-actor={address}
        data-state={isEffect ? undefined : state}
        onClick={() => inspector.selectActor(address)}
      >
        {name !== 'self' && <span class="actor-name">{shownLine(name)}</span>}
        <span class="actor-state">
          {isEffect && 'asks for '}
          {shownLine(state)}
          {status !== 'active' && ` (${status})`}
        </span>
        {isTouched && <span class="sr-only">, touched by this entry</span>}
      </button>
    </li>
  );
});
