import { duration, grouped } from '../derive/figures.ts';
import type { Mark } from '../derive/marks.ts';
import { shownLine } from '../derive/shown.ts';
import { usePage } from '../model/page.ts';
import { speeds } from '../model/playback.ts';

/** Moves through the entries: buttons, a slider with marks, and playback. */
export function Transport() {
  const { inspector, playback } = usePage();
  const { seq, length, frame, types } = inspector;
  const last = Math.max(0, length.value - 1);
  const at = Math.max(0, seq.value);
  const head = frame.value;
  const start = length.value > 0 ? inspector.reel.head(0).at : '';
  const passed = head ? Date.parse(head.at) - Date.parse(start) : 0;
  return (
    <section class="transport" aria-label="Move through the entries">
      <div class="buttons">
        <Move label="First entry" sign="|◀" onClick={() => inspector.goTo(0)} />
        <Move label="Entry before" sign="◀" onClick={() => inspector.step(-1)} />
        <button
          type="button"
          class="button play"
          aria-pressed={playback.isPlaying.value}
          onClick={playback.toggle}
        >
          {playback.isPlaying.value ? 'Pause' : 'Play'}
        </button>
        <Move label="Next entry" sign="▶" onClick={() => inspector.step(1)} />
        <Move label="Last entry" sign="▶|" onClick={() => inspector.goToEnd()} />
      </div>
      <div class="slider">
        <input
          id="slider"
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label="Entry"
          aria-valuetext={head ? `#${at} of ${last}: ${head.type} ${shownLine(head.actor)}` : ''}
          onInput={(event) => inspector.goTo(Number(event.currentTarget.value))}
        />
        <Marks last={last} />
      </div>
      <output class="position" for="slider">
        #{grouped(at)} <span class="quiet">of {grouped(last)}</span>{' '}
        <span class="quiet" title={head?.at}>
          +{duration(passed)}
        </span>
      </output>
      <label class="field">
        <span>Speed</span>
        <select
          value={playback.speed.value}
          onChange={(event) => {
            playback.speed.value = Number(event.currentTarget.value);
          }}
        >
          {speeds.map((speed) => (
            <option key={speed} value={speed}>
              {speed}/s
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Jump to next</span>
        <select
          value=""
          onChange={(event) => {
            const type = event.currentTarget.value;
            event.currentTarget.value = '';
            inspector.seek(1, (entry) => inspector.reel.head(entry).type === type);
          }}
        >
          <option value="">type…</option>
          {types.value.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}

function Move({
  label,
  sign,
  onClick,
}: {
  readonly label: string;
  readonly sign: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" class="button icon" title={label} aria-label={label} onClick={onClick}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

const MOST_MARKS = 300;

/** Rounds, troubles and people along the slider; the list beside it says the same in words. */
function Marks({ last }: { readonly last: number }) {
  const { inspector } = usePage();
  const marks = inspector.marks.value;
  if (last === 0) return null;
  const every = Math.ceil(marks.length / MOST_MARKS);
  const drawn = marks.filter((mark, index) => mark.kind !== 'trouble' || index % every === 0);
  return (
    <svg class="marks" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1000 12">
      {drawn.slice(0, 2 * MOST_MARKS).map((mark) => (
        <MarkLine key={mark.seq} mark={mark} last={last} />
      ))}
    </svg>
  );
}

function MarkLine({ mark, last }: { readonly mark: Mark; readonly last: number }) {
  const x = (mark.seq / last) * 1000;
  return (
    <rect class={mark.kind} x={x - 1} y={mark.kind === 'round' ? 0 : 4} width={2.4} height={12}>
      <title>{`#${mark.seq} ${shownLine(mark.label)}`}</title>
    </rect>
  );
}
