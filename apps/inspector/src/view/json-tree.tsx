import type { Json } from '@magi/contracts';
import { useMemo, useState } from 'preact/hooks';
import { changesBetween } from '../derive/changes.ts';
import { type JsonRow, jsonRows } from '../derive/json-rows.ts';
import { shownLine } from '../derive/shown.ts';
import { VirtualList } from './virtual-list.tsx';

const ROW_HEIGHT_PX = 22;
const MOST_ROWS = 24;
const LONGEST_TEXT = 400;

interface JsonTreeProps {
  readonly value: Json;
  /** What the whole is called. */
  readonly name: string;
  /** Levels that are unfolded to begin with. */
  readonly openTo: number;
  /** The value to compare with: parts that differ from it are marked. */
  readonly before?: Json | null;
  /** Fills the pane instead of being as high as its rows. */
  readonly fills?: boolean;
}

/** A JSON value as lines that fold. */
export function JsonTree({ value, name, openTo, before, fills = false }: JsonTreeProps) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const rows = jsonRows(value, (path, depth) => turned.has(path) !== depth < openTo);
  const changed = useMemo(
    () => (before === undefined ? none : changedPaths(before, value)),
    [before, value],
  );
  const turn = (path: string): void => {
    const next = new Set(turned);
    if (!next.delete(path)) next.add(path);
    setTurned(next);
  };
  const height = fills
    ? {}
    : { height: `${Math.min(rows.length, MOST_ROWS) * ROW_HEIGHT_PX + 2}px` };
  return (
    <VirtualList
      class={`json scrolls${fills ? ' fills' : ''}`}
      style={height}
      role="group"
      tabIndex={0}
      aria-label={`${name}, scrolls`}
      count={rows.length}
      rowHeightPx={ROW_HEIGHT_PX}
      current={-1}
      row={(index) => {
        const row = rows[index] as JsonRow;
        const isChanged = changed.has(row.path);
        return <Row key={row.path} row={row} whole={name} isChanged={isChanged} turn={turn} />;
      }}
    />
  );
}

function Row({
  row,
  whole,
  isChanged,
  turn,
}: {
  readonly row: JsonRow;
  readonly whole: string;
  readonly isChanged: boolean;
  readonly turn: (path: string) => void;
}) {
  const name = row.path === '' ? whole : row.name;
  const isValue = row.kind === 'value';
  const content = (
    <>
      <span class="json-name">{shownLine(name)}</span>
      <span class={`json-value ${kindOf(row)}`}>{shownLine(cut(row.text))}</span>
      {isChanged && <span class="json-changed">changed</span>}
    </>
  );
  const indent = { paddingLeft: `${row.depth * 14 + (isValue ? 20 : 4)}px` };
  if (isValue) {
    return (
      <div class="json-row" style={indent} title={shownLine(cut(row.path))}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      class="json-row"
      style={indent}
      aria-expanded={row.kind === 'open'}
      onClick={() => turn(row.path)}
    >
      <span class="json-arrow" aria-hidden="true">
        {row.kind === 'open' ? '▾' : '▸'}
      </span>
      {content}
    </button>
  );
}

function kindOf({ kind, value }: JsonRow): string {
  if (kind !== 'value' || value === null) return 'other';
  return typeof value;
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

const none: ReadonlySet<string> = new Set();
const MOST_CHANGES = 500;

/** Paths of all that differs, and of everything that it is part of. */
function changedPaths(before: Json | null, value: Json): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { path } of changesBetween(before, value, MOST_CHANGES).changes) {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      paths.add(path.slice(0, end));
    }
    paths.add('');
  }
  return paths;
}
