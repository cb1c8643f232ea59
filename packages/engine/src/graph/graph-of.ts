import type { GraphNode, GraphTransition, MachineGraph } from '@magi/contracts';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { createStateHasher } from '../hash/state-hash.ts';
import { guardName, nameOf } from './implementation-name.ts';

/**
 * A statechart as data: states, regions, history, every kind of transition, guards and actions.
 *
 * Walks the machine itself, because XState's own definition leaves out `always` transitions.
 * Deterministic: equal machines give equal graphs and hashes.
 */
export function graphOf(machine: AnyStateMachine): MachineGraph {
  const root = nodeOf(machine.root);
  const { guards, actions, actors, delays } = machine.implementations;
  const graph = {
    id: machine.id,
    version: machine.version ?? '0',
    root,
    implementations: {
      guards: named(guards),
      actions: named(actions),
      actors: named(actors),
      delays: named(delays),
    },
  };
  return { ...graph, hash: createStateHasher().digest(graph) };
}

function nodeOf(node: AnyStateNode): GraphNode {
  const { config } = node;
  const initial = node.type === 'compound' ? node.initial.target[0]?.id : undefined;
  return {
    id: node.id,
    key: node.key,
    type: node.type,
    ...(initial === undefined ? {} : { initial }),
    ...(node.history === false ? {} : { history: node.history === 'deep' ? 'deep' : 'shallow' }),
    ...(node.description === undefined ? {} : { description: node.description }),
    tags: [...node.tags],
    entry: listOf(config.entry).map(nameOf),
    exit: listOf(config.exit).map(nameOf),
    invokes: node.invoke.map(({ id, src }) => ({ id, src: nameOf(src) })),
    transitions: definitionsOf(node).map((transition) => transitionOf(node, transition)),
    children: Object.values(node.states).map(nodeOf),
  };
}

/** Transitions of one node in the order of the chart: by event first, then `always`. */
export function definitionsOf(node: AnyStateNode): readonly AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

/** Name of a transition: its source and its place among the transitions of that node. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const { source } = transition;
  return `${source.id}#${definitionsOf(source).indexOf(transition)}`;
}

function transitionOf(node: AnyStateNode, transition: AnyTransitionDefinition): GraphTransition {
  const event = transition.eventType;
  return {
    id: transitionId(transition),
    event,
    kind: kindOf(event),
    source: node.id,
    targets: (transition.target ?? []).map((target) => target.id),
    ...(transition.guard === undefined ? {} : { guard: guardName(transition.guard) }),
    actions: transition.actions.map(nameOf),
    reenter: transition.reenter,
  };
}

function kindOf(event: string): GraphTransition['kind'] {
  if (event === '') return 'always';
  if (event.startsWith('xstate.after.')) return 'after';
  if (event.startsWith('xstate.done.')) return 'done';
  if (event.startsWith('xstate.error.')) return 'error';
  return event.endsWith('*') ? 'wildcard' : 'event';
}

function named(implementations: object): { readonly name: string }[] {
  return Object.keys(implementations)
    .sort()
    .map((name) => ({ name }));
}

function listOf(actions: unknown): readonly unknown[] {
  if (actions === undefined) return [];
  return Array.isArray(actions) ? actions : [actions];
}
