import type { Json } from '@magi/contracts';
import { type Change, changesBetween } from '../derive/changes.ts';
import { shownLine } from '../derive/shown.ts';
import { usePage } from '../model/page.ts';
import { Scrolls } from './scrolls.tsx';

const MOST_CHANGES = 300;
const LONGEST_VALUE = 600;

/** What differs between the states after two entries. */
export function DiffDetail() {
  const { inspector } = usePage();
  const { seq, base, reel, length } = inspector;
  const to = seq.value;
  if (to < 0) return <p class="empty">The first entry is on its way.</p>;
  const from = Math.min(base.value ?? to - 1, length.value - 1);
  const before = (from < 0 ? null : reel.stateAt(from)) as unknown as Json;
  const after = reel.stateAt(to) as unknown as Json;
  const { changes, isCut } = changesBetween(before, after, MOST_CHANGES);
  return (
    <Scrolls class="detail-scroll" label="Diff">
      <div class="diff-head">
        <label class="field">
          <span>From #</span>
          <input
            type="number"
            min={0}
            max={length.value - 1}
            value={Math.max(0, from)}
            onChange={(event) => {
              base.value = Math.max(0, Number(event.currentTarget.value));
            }}
          />
        </label>
        <label class="field">
          <span>to #</span>
          <input
            type="number"
            min={0}
            max={length.value - 1}
            value={to}
            onChange={(event) => inspector.goTo(Number(event.currentTarget.value))}
          />
        </label>
        <button
          type="button"
          class="button small"
          aria-pressed={base.value !== null}
          onClick={() => {
            base.value = base.value === null ? to : null;
          }}
        >
          {base.value === null ? 'Keep this entry as base' : 'Back to the entry before'}
        </button>
      </div>
      {changes.length === 0 && <p class="quiet">Nothing changed.</p>}
      <ul class="changes">
        {changes.map((change) => (
          <ChangeItem key={change.path} change={change} />
        ))}
      </ul>
      {isCut && <p class="quiet">Only the first {MOST_CHANGES} changes are shown.</p>}
    </Scrolls>
  );
}

function ChangeItem({ change }: { readonly change: Change }) {
  const { path, before, after } = change;
  return (
    <li>
      <p class="change-path">{shownLine(path)}</p>
      {before !== undefined && (
        <p class="removed">
          <span aria-hidden="true">−</span>
          <span class="sr-only">before: </span>
          {textOf(before)}
        </p>
      )}
      {after !== undefined && (
        <p class="added">
          <span aria-hidden="true">+</span>
          <span class="sr-only">after: </span>
          {textOf(after)}
        </p>
      )}
    </li>
  );
}

function textOf(value: Json): string {
  const text = JSON.stringify(value);
  return shownLine(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
}
