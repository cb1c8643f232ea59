import { readdirSync, readFileSync } from 'node:fs';
import type { GraphNode, MachineGraph } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../graph/graph-of.ts';
import { machinesOf } from '../graph/identity.ts';
import { UNNAMED } from '../graph/implementation-name.ts';
import { runMachine } from './run.machine.ts';
import { trainingMachine } from './training.machine.ts';

const machines = [...machinesOf(runMachine), ...machinesOf(trainingMachine)].map(
  (machine) => [machine.id, machine] as const,
);
const folder = new URL('.', import.meta.url);
const machineFiles = readdirSync(folder).filter(
  (name) => !name.endsWith('.test.ts') && name.endsWith('.ts'),
);

describe.each(machines)('E17: the machine %s', (_id, machine) => {
  const graph = graphOf(machine);
  const nodes = nodesBelow(graph.root);

  it('names its guards, actions, actors and delays', () => {
    const names = nodes.flatMap((node) => [
      ...node.entry,
      ...node.exit,
      ...node.invokes.map(({ src }) => src),
      ...node.transitions.flatMap(({ guard = '', actions }) => [guard, ...actions]),
    ]);
    expect(names).not.toContain(UNNAMED);
    const used = names.map((name) => name.replace(/\(.*\)$/, '')).filter((name) => name !== '');
    expect([...new Set(used)].filter((name) => !declared(graph).has(name))).toEqual([]);
  });

  it('implements no name that it does not use', () => {
    const used = new Set(
      nodes.flatMap((node) => [
        ...node.entry,
        ...node.exit,
        ...node.transitions.flatMap(({ guard = '', actions }) => [guard, ...actions]),
      ]),
    );
    const { guards, actions } = graph.implementations;
    const bare = new Set([...used].map((name) => name.replace(/\(.*\)$/, '')));
    expect(
      [...guards, ...actions].map(({ name }) => name).filter((name) => !bare.has(name)),
    ).toEqual([]);
  });

  it('answers every invoke, whether it ends or fails', () => {
    for (const node of nodes) {
      for (const { id } of node.invokes) {
        const events = node.transitions.map(({ event }) => event);
        expect(id).not.toMatch(/^\d+\./);
        expect(events).toContain(`xstate.done.actor.${id}`);
        expect(events).toContain(`xstate.error.actor.${id}`);
      }
    }
  });

  it('cannot run in circles', () => {
    expect(machine.options.maxIterations).toBeLessThanOrEqual(1000);
  });

  it('reaches every state', () => {
    expect(nodes.map(({ id }) => id).filter((id) => !reachable(graph).has(id))).toEqual([]);
  });

  it('ends, or asks somebody, on every path', () => {
    const stuck = nodes.filter(
      (node) => node.children.length === 0 && node.type !== 'final' && !leadsToRest(graph, node.id),
    );
    expect(stuck.map(({ id }) => id)).toEqual([]);
  });

  it('waits in no state without a way out', () => {
    const atomic = nodes.filter(({ type }) => type === 'atomic');
    const closed = atomic.filter((node) => !node.transitions.some(({ targets }) => targets.length));
    expect(closed.map(({ id }) => id)).toEqual([]);
  });
});

describe('E17: the files of the machines', () => {
  it.each(machineFiles)('%s takes nothing from the air', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    expect(text).not.toMatch(/\bDate\b|Math\.random|nanoid|randomUUID|fromPromise|fromCallback/);
    expect(text).not.toMatch(/from 'node:|\bprocess\.|\bsetTimeout\(/);
  });
});

function nodesBelow(node: GraphNode): GraphNode[] {
  return [node, ...node.children.flatMap(nodesBelow)];
}

function declared({ implementations }: MachineGraph): ReadonlySet<string> {
  return new Set(Object.values(implementations).flatMap((list) => list.map(({ name }) => name)));
}

/** States that can be entered, beginning at the initial ones. */
function reachable(graph: MachineGraph): ReadonlySet<string> {
  const nodes = nodesBelow(graph.root);
  const found = new Set<string>();
  const visit = (id: string): void => {
    const node = nodes.find((candidate) => candidate.id === id);
    if (!node || found.has(id)) return;
    found.add(id);
    for (const { targets } of node.transitions) targets.forEach(visit);
    if (node.initial) visit(node.initial);
    if (node.type === 'parallel') for (const child of node.children) visit(child.id);
  };
  visit(graph.root.id);
  return found;
}

/** True when a final state, or one that asks a person, can be reached from here. */
function leadsToRest(graph: MachineGraph, from: string): boolean {
  const nodes = nodesBelow(graph.root);
  const seen = new Set<string>();
  const isRest = (id: string): boolean => {
    const node = nodes.find((candidate) => candidate.id === id);
    if (!node || seen.has(id)) return false;
    seen.add(id);
    if (node.type === 'final' || node.tags.includes('needs-human')) return true;
    return node.transitions.some(({ targets }) => targets.some(isRest));
  };
  return isRest(from);
}
