import type { MachineGraph } from '@magi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { graphOf } from '../graph/graph-of.ts';
import { scanMachine } from '../machines/scan.machine.ts';
import { synthesisMachine } from '../machines/synthesis.machine.ts';
import type { Box, ChartLayout } from './chart-layout.ts';
import { layoutOf } from './layout-of.ts';

const graphs = [graphOf(scanMachine), graphOf(synthesisMachine), graphOf(playerMachine())];
let drawings: readonly { readonly graph: MachineGraph; readonly layout: ChartLayout }[];

beforeAll(async () => {
  drawings = await Promise.all(
    graphs.map(async (graph) => ({ graph, layout: await layoutOf(graph) })),
  );
});

describe('a layout', () => {
  it('is the same each time', async () => {
    for (const { graph, layout } of drawings) expect(await layoutOf(graph)).toEqual(layout);
  });

  it('puts every state inside of its parent', () => {
    for (const { graph, layout } of drawings) {
      for (const [parent, child] of nestings(graph)) {
        expect(isInside(boxOf(layout, child), boxOf(layout, parent)), `${child} in ${parent}`).toBe(
          true,
        );
      }
    }
  });

  it('lets no two states of one level overlap', () => {
    for (const { graph, layout } of drawings) {
      for (const [a, b] of siblings(graph)) {
        expect(overlap(boxOf(layout, a), boxOf(layout, b)), `${a} and ${b}`).toBe(false);
      }
    }
  });

  it('lets no label cover another one, or a state without states inside', () => {
    for (const { graph, layout } of drawings) {
      const labels = layout.edges.flatMap(({ label }) => (label ? [label] : []));
      const leaves = leavesOf(graph).map((id) => boxOf(layout, id));
      labels.forEach((label, index) => {
        for (const other of [...labels.slice(index + 1), ...leaves]) {
          expect(overlap(label, other)).toBe(false);
        }
      });
    }
  });

  it('draws one arrow for every target of every transition, and one to every initial state', () => {
    const [scan] = drawings;
    expect(scan?.layout.edges.map(({ transition, target }) => `${transition} ${target}`)).toEqual([
      ' scan.running',
      'scan.running#0 scan.completed',
      'scan.running#1 scan.failed',
      'scan.running#2 scan.retrying',
      'scan.running#3 scan.failed',
      'scan.running#4 scan.failed',
      'scan.retrying#0 scan.running',
    ]);
  });

  it('ends every arrow at the frame of its target', () => {
    for (const { layout } of drawings) {
      for (const { points, target } of layout.edges) {
        const end = points.at(-1) ?? { x: -1, y: -1 };
        expect(isInside({ ...end, width: 0, height: 0 }, boxOf(layout, target))).toBe(true);
      }
    }
  });

  it('begins with the initial state on top', () => {
    const [scan] = drawings;
    const tops = scan?.layout.nodes.map(({ y }) => y).slice(2) ?? [];
    expect(boxOf(scan?.layout as ChartLayout, 'scan.running').y).toBe(Math.min(...tops));
  });
});

/** Nested states, regions, a history state, a transition that re-enters and one of the whole machine. */
function playerMachine() {
  return setup({
    guards: { isOk: () => true },
    actions: { note: () => undefined },
    delays: { soon: 5 },
  }).createMachine({
    id: 'player',
    version: '1',
    initial: 'off',
    on: { RESET: '.off' },
    states: {
      off: { on: { ON: 'on' } },
      on: {
        type: 'parallel',
        on: { OFF: 'off' },
        onDone: 'over',
        states: {
          sound: {
            initial: 'quiet',
            states: {
              quiet: { on: { LOUDER: { target: 'loud', guard: 'isOk' } } },
              loud: { on: { SOFTER: 'quiet', END: 'done' } },
              done: { type: 'final' },
            },
          },
          picture: {
            initial: 'still',
            states: {
              still: { on: { PLAY: 'moving' } },
              moving: {
                initial: 'slow',
                on: { STOP: 'still', END: 'done' },
                states: {
                  slow: { after: { soon: 'fast' } },
                  fast: {},
                  back: { type: 'history', history: 'deep' },
                },
              },
              done: { type: 'final' },
            },
          },
        },
      },
      paused: { on: { AGAIN: { target: 'paused', reenter: true, actions: 'note' } } },
      over: { type: 'final' },
    },
  });
}

function boxOf(layout: ChartLayout, id: string): Box {
  const found = layout.nodes.find((node) => node.id === id);
  if (!found) throw new Error(`no place for ${id}`);
  return found;
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - 0.2 &&
    inner.y >= outer.y - 0.2 &&
    inner.x + inner.width <= outer.x + outer.width + 0.2 &&
    inner.y + inner.height <= outer.y + outer.height + 0.2
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

type Node = MachineGraph['root'];

function nestings({ root }: MachineGraph): [string, string][] {
  const below = (node: Node): [string, string][] =>
    node.children.flatMap((child) => [[node.id, child.id] as [string, string], ...below(child)]);
  return below(root);
}

function siblings({ root }: MachineGraph): [string, string][] {
  const pairs = ({ children }: Node): [string, string][] => [
    ...children.flatMap((a, index) =>
      children.slice(index + 1).map((b) => [a.id, b.id] as [string, string]),
    ),
    ...children.flatMap(pairs),
  ];
  return pairs(root);
}

function leavesOf({ root }: MachineGraph): string[] {
  const below = (node: Node): string[] =>
    node.children.length === 0 ? [node.id] : node.children.flatMap(below);
  return below(root);
}
