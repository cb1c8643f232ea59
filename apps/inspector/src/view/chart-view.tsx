import type { MachineGraph } from '@magi/contracts';
import { activeStates, type Drawing, drawingOf } from '@magi/engine/replay';
import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { actorMoment } from '../derive/actor-moment.ts';
import { shownLine } from '../derive/shown.ts';
import type { Inspector } from '../model/inspector.ts';
import { usePage } from '../model/page.ts';
import { Chart } from './chart.tsx';
import { Scrolls } from './scrolls.tsx';

const zooms = [0.35, 0.5, 0.65, 0.8, 1, 1.25, 1.6] as const;
const zoom = signal<number | 'fit'>(0.8);

/** The statechart of the chosen actor with its active states and the transitions just taken. */
export function ChartView() {
  const { inspector } = usePage();
  const address = inspector.actor.value;
  // A living actor may have arrived since the page was made.
  const machine = inspector.length.value > 0 ? inspector.reel.machineOf(address) : null;
  const found = useMemo(() => chartOf(inspector, machine), [inspector, machine]);
  if (!found) return <NoChart address={address} />;
  return <ChartOf address={address} {...found} />;
}

interface FoundChart {
  readonly graph: MachineGraph;
  readonly drawing: Drawing;
}

function chartOf({ session }: Inspector, machine: string | null): FoundChart | null {
  const graph = session.graphs.find(({ id }) => id === machine);
  const layout = session.layouts.find((candidate) => candidate.graph === graph?.hash);
  return graph && layout ? { graph, drawing: drawingOf(graph, layout) } : null;
}

function ChartOf({ address, graph, drawing }: FoundChart & { readonly address: string }) {
  const { inspector } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const { value, isAlive, taken } = actorMoment(inspector, address);
  const active = value === null ? [] : activeStates(graph, value);
  const size = zoom.value;
  const leaf = active.at(-1) ?? '';
  useLayoutEffect(() => centre(box.current, drawing, leaf), [drawing, leaf, size]);
  return (
    <>
      <div class="chart-head">
        <p>
          <strong>{shownLine(address)}</strong>{' '}
          <span class="quiet">
            plays {graph.id}@{graph.version}
            {value === null && '; not started yet'}
            {value !== null && !isAlive && '; has ended'}
          </span>
        </p>
        <Zoom />
      </div>
      <Scrolls class="chart" label="Statechart" box={box}>
        <Chart
          drawing={drawing}
          title={titleOf(address, active, graph)}
          active={new Set(active)}
          taken={new Set(taken)}
          isAlive={isAlive}
          scale={size}
        />
      </Scrolls>
    </>
  );
}

function titleOf(address: string, active: readonly string[], { root }: MachineGraph): string {
  const names = active.slice(1).map((id) => id.slice(root.id.length + 1));
  return `Statechart of ${address}; active: ${names.join(', ') || 'nothing'}`;
}

/** Brings the active state into the middle, unless it is in sight. */
function centre(box: HTMLDivElement | null, drawing: Drawing, id: string): void {
  const node = drawing.nodes.find((candidate) => candidate.id === id);
  const svg = box?.querySelector('svg');
  if (!box || !svg || !node) return;
  const scale = svg.clientWidth / drawing.width;
  const x = (node.box.x + node.box.width / 2) * scale;
  const y = (node.box.y + node.box.height / 2) * scale;
  const margin = 60;
  const isInSight =
    x > box.scrollLeft + margin &&
    x < box.scrollLeft + box.clientWidth - margin &&
    y > box.scrollTop + margin &&
    y < box.scrollTop + box.clientHeight - margin;
  if (isInSight) return;
  box.scrollTo({ left: x - box.clientWidth / 2, top: y - box.clientHeight / 2 });
}

function Zoom() {
  const nearest = zoom.value === 'fit' ? 0.5 : zoom.value;
  const next = (by: 1 | -1): number => {
    const index = zooms.findIndex((size) => size >= nearest);
    return zooms[Math.max(0, Math.min(index + by, zooms.length - 1))] ?? 1;
  };
  const set = (size: number | 'fit') => () => {
    zoom.value = size;
  };
  return (
    <div class="zoom">
      <button type="button" class="button icon" aria-label="Smaller" onClick={set(next(-1))}>
        −
      </button>
      <button type="button" class="button" aria-pressed={zoom.value === 'fit'} onClick={set('fit')}>
        Fit
      </button>
      <button type="button" class="button icon" aria-label="Bigger" onClick={set(next(1))}>
        +
      </button>
    </div>
  );
}

function NoChart({ address }: { readonly address: string }) {
  return (
    <p class="empty">
      No chart is known for {shownLine(address)}. Choose another actor on the left.
    </p>
  );
}
