import { MachineGraph } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { nestedMachine } from '../testing/nested-machine.ts';
import { activeStates } from './active-states.ts';
import { allGraphs } from './all-graphs.ts';
import { graphOf } from './graph-of.ts';
import { identityOf } from './identity.ts';
import { toMermaid } from './to-mermaid.ts';
import { toTree } from './to-tree.ts';

describe('the graph of a machine', () => {
  it('is of the published shape, for every machine of a run', () => {
    const graphs = allGraphs();
    expect(graphs.map(({ id }) => id)).toEqual([
      'run',
      'scan',
      'consolidation',
      'synthesis',
      'deadline',
      'training',
    ]);
    for (const graph of graphs) expect(MachineGraph.parse(graph)).toEqual(graph);
  });

  it('has what XState leaves out: transitions without an event', () => {
    const run = allGraphs()[0];
    const scanning = run?.root.children.find(({ key }) => key === 'scanning');
    expect(scanning?.transitions).toContainEqual({
      id: 'run.scanning#1',
      event: '',
      kind: 'always',
      source: 'run.scanning',
      targets: ['run.consolidating'],
      guard: 'haveAllReviewed',
      actions: [],
      reenter: false,
    });
  });

  it('knows regions and history', () => {
    const busy = graphOf(nestedMachine).root.children[0];
    expect(busy?.type).toBe('parallel');
    expect(busy?.children.find(({ key }) => key === 'last')).toMatchObject({
      type: 'history',
      history: 'deep',
    });
  });

  it('gets another hash with another guard, another target or another child', () => {
    const hashes = [
      chart({}),
      chart({ guard: 'other' }),
      chart({ target: 'c' }),
      chart({ delay: 'later' }),
    ].map((machine) => identityOf(machine).graphHash);
    expect(new Set(hashes).size).toBe(4);
    expect(identityOf(chart({})).graphHash).toBe(hashes[0]);
  });
});

describe('the active states', () => {
  it('are found from the value alone', () => {
    const value = { busy: { core: 'running', security: 'done', performance: 'running' } };
    expect(activeStates(graphOf(nestedMachine), value)).toEqual([
      'nested',
      'nested.busy',
      'nested.busy.core',
      'nested.busy.core.running',
      'nested.busy.security',
      'nested.busy.security.done',
      'nested.busy.performance',
      'nested.busy.performance.running',
    ]);
  });
});

describe('the Mermaid drawing', () => {
  it('shows states, transitions, the way in and the ways out', () => {
    expect(toMermaid(graphOf(chart({})), ['chart.b'])).toBe(
      [
        'stateDiagram-v2',
        '  direction TB',
        '  state "a" as chart_a',
        '  state "b" as chart_b',
        '  state "c" as chart_c',
        '  [*] --> chart_a',
        '  chart_a --> chart_b : go#58;on [may] / note',
        '  chart_b --> chart_c : after(soon)',
        '  chart_c --> [*]',
        '  classDef active fill:#ffd54a,stroke:#b8860b,color:#000',
        '  class chart_b active',
        '',
      ].join('\n'),
    );
  });

  it('declares nested states inside of their parents, regions apart', () => {
    const text = toMermaid(graphOf(nestedMachine));
    expect(text).toContain(
      '  state "busy" as nested_busy {\n    state "core" as nested_busy_core {',
    );
    expect(text).toContain('\n    --\n');
  });
});

describe('the tree', () => {
  it('marks what is active', () => {
    expect(toTree(graphOf(chart({})), ['chart', 'chart.a'])).toBe(
      [
        '● chart',
        '  ● a',
        '      → b: go:on [may] / note',
        '  ○ b',
        '      → c: after(soon)',
        '  ○ c (final)',
        '',
      ].join('\n'),
    );
  });
});

function chart({ guard = 'may', target = 'b', delay = 'soon' }) {
  return setup({
    guards: { may: () => true, other: () => true },
    actions: { note: () => undefined },
    delays: { soon: 10, later: 20 },
  }).createMachine({
    id: 'chart',
    version: '1',
    initial: 'a',
    states: {
      a: { on: { 'go:on': { guard: guard as 'may', target, actions: 'note' } } },
      b: { after: { [delay]: 'c' } },
      c: { type: 'final' },
    },
  });
}
