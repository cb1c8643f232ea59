import { memo } from 'preact/compat';
import { duration, grouped } from '../derive/figures.ts';
import { shownLine } from '../derive/shown.ts';
import { noFilter } from '../model/filter.ts';
import { type Page, usePage } from '../model/page.ts';
import { VirtualList } from './virtual-list.tsx';

const ROW_HEIGHT_PX = 28;

/** All entries, or those that pass the filter. */
export function Timeline() {
  const page = usePage();
  const { inspector } = page;
  const { seq, length, visible } = inspector;
  const among = visible.value;
  const count = among?.length ?? length.value;
  const entryAt = (index: number): number => among?.[index] ?? index;
  const current = among === null ? seq.value : among.indexOf(seq.value);
  return (
    <section class="timeline" aria-labelledby="entries-title">
      <div class="pane-head">
        <h2 id="entries-title">Entries</h2>
        <span class="quiet" role="status">
          {among === null ? grouped(count) : `${grouped(count)} of ${grouped(length.value)}`}
        </span>
      </div>
      <FilterBar page={page} />
      <VirtualList
        class="entries"
        style={{ '--digits': String(length.value).length }}
        role="listbox"
        tabIndex={0}
        aria-label="Entries"
        aria-activedescendant={current >= 0 ? `entry-${seq.value}` : undefined}
        count={count}
        rowHeightPx={ROW_HEIGHT_PX}
        current={current}
        row={(index) => (
          <EntryRow
            key={entryAt(index)}
            page={page}
            seq={entryAt(index)}
            index={index}
            count={count}
            isCurrent={entryAt(index) === seq.value}
          />
        )}
      />
    </section>
  );
}

const EntryRow = memo(function EntryRow({
  page,
  seq,
  index,
  count,
  isCurrent,
}: {
  readonly page: Page;
  readonly seq: number;
  readonly index: number;
  readonly count: number;
  readonly isCurrent: boolean;
}) {
  const { inspector } = page;
  const { at, type, actor, text } = inspector.reel.head(seq);
  const since = Date.parse(at) - Date.parse(inspector.reel.head(0).at);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys, for all of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, a row is its active descendant
    <div
      id={`entry-${seq}`}
      class={`entry-row ${kindOf(type)}`}
      role="option"
      aria-selected={isCurrent}
      aria-posinset={index + 1}
      aria-setsize={count}
      title={`${at}\n${shownLine(actor)}\n${shownLine(text)}`}
      onClick={() => inspector.goTo(seq)}
    >
      <span class="entry-seq">{seq}</span>
      <span class="entry-type">{type.replace(/^effect\./, '')}</span>
      <span class="entry-actor">{shownLine(actor.replace(`${inspector.root}/`, ''))}</span>
      <span class="entry-text">{shownLine(text)}</span>
      <span class="entry-time">{duration(since)}</span>
    </div>
  );
});

function kindOf(type: string): string {
  if (type === 'fail' || type === 'warning' || type === 'stale') return 'trouble';
  if (type === 'done' || type === 'init' || type === 'timer') return 'input';
  return type === 'event' ? 'person' : 'note';
}

function FilterBar({ page }: { readonly page: Page }) {
  const { filter, types, actor } = page.inspector;
  const isFiltered = filter.value !== noFilter && Object.values(filter.value).some(Boolean);
  return (
    <search class="filters">
      <input
        id="filter"
        type="search"
        placeholder="Filter…"
        aria-label="Filter the entries by text"
        value={filter.value.text}
        onInput={(event) => {
          filter.value = { ...filter.value, text: event.currentTarget.value };
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <select
        aria-label="Only entries of this type"
        value={filter.value.type}
        onChange={(event) => {
          filter.value = { ...filter.value, type: event.currentTarget.value };
        }}
      >
        <option value="">all types</option>
        {types.value.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </select>
      <label class="check" title={shownLine(actor.value)}>
        <input
          type="checkbox"
          checked={filter.value.actor !== ''}
          onChange={(event) => {
            const chosen = event.currentTarget.checked ? actor.value : '';
            filter.value = { ...filter.value, actor: chosen };
          }}
        />
        this actor
      </label>
      {isFiltered && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            filter.value = noFilter;
          }}
        >
          Clear
        </button>
      )}
    </search>
  );
}
