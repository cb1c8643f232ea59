import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { transitionId } from '../graph/graph-of.ts';
import { guardName } from '../graph/implementation-name.ts';

/** A transition that could have been taken, and what its guard said. */
export interface Candidate {
  readonly transition: string;
  readonly event: string;
  readonly targets: readonly string[];
  readonly guard: string | null;
  /** Value of the guard; null where there is none, or where evaluating it failed. */
  readonly value: boolean | null;
  readonly chosen: boolean;
}

interface Moment {
  readonly snapshot: AnyMachineSnapshot;
  readonly event: { readonly type: string };
  readonly chosen: readonly AnyTransitionDefinition[];
}

/** Candidates for an event, innermost state first, in the order in which they are tried. */
export function eventCandidates(moment: Moment): readonly Candidate[] {
  return activeNodes(moment.snapshot).flatMap((node) =>
    definitionsFor(node, moment.event.type).map((transition) => judged(moment, transition)),
  );
}

/**
 * Candidates among the transitions that wait for no event.
 *
 * @param nodes states that were active, where the snapshot does not tell
 */
export function alwaysCandidates(
  moment: Moment,
  nodes: readonly AnyStateNode[] = activeNodes(moment.snapshot),
): readonly Candidate[] {
  return nodes.flatMap((node) =>
    (node.always ?? []).map((transition) => judged(moment, transition)),
  );
}

/** Events that the active states accept, sorted. */
export function acceptedEvents(snapshot: AnyMachineSnapshot): readonly string[] {
  const events = activeNodes(snapshot).flatMap((node) => node.ownEvents);
  return [...new Set(events)].sort();
}

function judged(
  { snapshot, event, chosen }: Moment,
  transition: AnyTransitionDefinition,
): Candidate {
  return {
    transition: transitionId(transition),
    event: transition.eventType,
    targets: (transition.target ?? []).map(({ id }) => id),
    guard: transition.guard === undefined ? null : guardName(transition.guard),
    value: guardValue(snapshot, event, transition.guard),
    chosen: chosen.includes(transition),
  };
}

function guardValue(
  snapshot: AnyMachineSnapshot,
  event: { readonly type: string },
  guard: unknown,
): boolean | null {
  if (guard === undefined) return null;
  const args = { context: snapshot.context, event };
  const { type, params } = typeof guard === 'string' ? { type: guard } : (guard as NamedGuard);
  const implementation = snapshot.machine.implementations.guards[type];
  if (typeof implementation !== 'function') return null;
  try {
    const given = typeof params === 'function' ? params(args) : params;
    return Boolean((implementation as (args: unknown, given: unknown) => unknown)(args, given));
  } catch {
    return null;
  }
}

interface NamedGuard {
  readonly type: string;
  readonly params?: unknown;
}

function definitionsFor(node: AnyStateNode, type: string): readonly AnyTransitionDefinition[] {
  const exact = node.transitions.get(type) ?? [];
  const wild = [...node.transitions.keys()]
    .filter((descriptor) => descriptor !== type && isMatch(type, descriptor))
    .sort((a, b) => b.length - a.length)
    .flatMap((descriptor) => node.transitions.get(descriptor) ?? []);
  return [...exact, ...wild];
}

function isMatch(type: string, descriptor: string): boolean {
  if (descriptor === '*') return true;
  if (!descriptor.endsWith('.*')) return false;
  const prefix = descriptor.slice(0, -2);
  return type === prefix || type.startsWith(`${prefix}.`);
}

/** Active nodes, innermost first. */
function activeNodes(snapshot: AnyMachineSnapshot): readonly AnyStateNode[] {
  return inside(snapshot.machine.root, snapshot.value).reverse();
}

function inside(node: AnyStateNode, value: unknown): AnyStateNode[] {
  const keys = typeof value === 'string' ? { [value]: {} } : (value as Record<string, unknown>);
  const children = Object.entries(keys ?? {}).flatMap(([key, inner]) => {
    const child = node.states[key];
    return child ? inside(child, inner) : [];
  });
  return [node, ...children];
}
