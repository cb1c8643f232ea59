import type { Entry, Json } from '@magi/contracts';
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { transitionId } from '../graph/graph-of.ts';
import { nameOf } from '../graph/implementation-name.ts';
import { acceptedEvents, eventCandidates } from './candidates.ts';
import { createPlayer } from './player.ts';
import { createRecorder, type SeenMicrostep, type SeenStep } from './recorder.ts';

/** One transition within a step. `event` is empty for a transition that waits for none. */
export interface TraceMicrostep {
  readonly event: string;
  readonly transitions: readonly string[];
  readonly from: Json | null;
  readonly to: Json;
}

/** One event as one actor took it: a flat record, the same for live, replayed and crashed runs. */
export interface TraceStep {
  readonly seq: number;
  /** Address of a machine, or key of an effect. */
  readonly actor: string;
  /** Who sent the event; `host` for what came from the log. */
  readonly source: string;
  readonly event: string;
  readonly microsteps: readonly TraceMicrostep[];
  /** Names of the actions that ran, in order. */
  readonly actions: readonly string[];
  readonly sent: readonly { readonly to: string; readonly event: string }[];
  /** Set when a machine did nothing with the event: the guards that refused, and what it accepts. */
  readonly rejected: {
    readonly guards: readonly string[];
    readonly accepts: readonly string[];
  } | null;
}

/**
 * Derives what every actor did, entry by entry. Notes cause no steps.
 *
 * @throws as `replay`
 */
export function traceOf(entries: Iterable<Entry>): readonly TraceStep[] {
  const recorder = createRecorder();
  const player = createPlayer({ inspect: recorder.inspect });
  const trace: TraceStep[] = [];
  for (const entry of entries) {
    player.play(entry);
    const { nameOf: nameOfActor } = player.stage().system;
    for (const step of recorder.take()) trace.push(traceStep(entry.seq, step, nameOfActor));
  }
  return trace;
}

/** Names the parts of a step that was seen. */
export function traceStep(
  seq: number,
  step: SeenStep,
  nameOfActor: (ref: SeenStep['actor']) => string,
): TraceStep {
  return {
    seq,
    actor: nameOfActor(step.actor),
    source: step.source ? nameOfActor(step.source) : 'host',
    event: step.event.type,
    microsteps: taken(step).map((microstep) => ({
      event: microstep.transitions[0]?.eventType === '' ? '' : microstep.event.type,
      transitions: microstep.transitions.map(transitionId),
      from: microstep.before === microstep.after ? null : (microstep.before.value as Json),
      to: microstep.after.value as Json,
    })),
    actions: [...initialActions(step), ...taken(step).flatMap(actionsOf)],
    sent: step.sent.map(({ to, event }) => ({ to: nameOfActor(to), event: event.type })),
    rejected: rejectionOf(step),
  };
}

function taken(step: SeenStep): readonly SeenMicrostep[] {
  return step.microsteps.filter(({ transitions }) => transitions.length > 0);
}

function rejectionOf(step: SeenStep): TraceStep['rejected'] {
  const [first] = step.microsteps;
  const isLifecycle = step.event.type === 'xstate.init' || step.event.type === 'xstate.stop';
  if (!first || isLifecycle || first.transitions.length > 0) return null;
  const snapshot = first.before;
  const candidates = eventCandidates({ snapshot, event: step.event, chosen: [] });
  return {
    guards: candidates.flatMap(({ guard }) => (guard === null ? [] : [guard])),
    accepts: acceptedEvents(snapshot),
  };
}

/** Entry actions of the states that a machine begins in; XState does not report them. */
function initialActions({ actor, event }: SeenStep): readonly string[] {
  const snapshot = actor.getSnapshot() as { readonly machine?: AnyStateMachine };
  if (event.type !== 'xstate.init' || !snapshot.machine) return [];
  return initialNodes(snapshot.machine.root).flatMap((node) => named(node.config.entry));
}

function initialNodes(node: AnyStateNode): AnyStateNode[] {
  const first = node.type === 'compound' ? node.initial.target : Object.values(node.states);
  return [node, ...first.filter(({ type }) => type !== 'history').flatMap(initialNodes)];
}

/** Exit actions of the states left, actions of the transitions, entry actions of the states entered. */
function actionsOf({ before, after, transitions }: SeenMicrostep): readonly string[] {
  const left = nodesOf(before).filter((node) => isMoved(node, before, after, transitions));
  const entered = nodesOf(after).filter((node) => isMoved(node, after, before, transitions));
  return [
    ...left.reverse().flatMap((node) => named(node.config.exit)),
    ...transitions.flatMap(({ actions }) => actions.map(nameOf)),
    ...entered.flatMap((node) => named(node.config.entry)),
  ];
}

function isMoved(
  node: AnyStateNode,
  here: AnyMachineSnapshot,
  there: AnyMachineSnapshot,
  transitions: SeenMicrostep['transitions'],
): boolean {
  if (here === there || !nodesOf(there).includes(node)) return true;
  return transitions.some(({ reenter, source }) => reenter && source === node);
}

function nodesOf(snapshot: AnyMachineSnapshot): AnyStateNode[] {
  return [...(snapshot as unknown as { readonly _nodes: readonly AnyStateNode[] })._nodes].sort(
    (a, b) => a.order - b.order,
  );
}

function named(actions: unknown): readonly string[] {
  if (actions === undefined) return [];
  return (Array.isArray(actions) ? actions : [actions]).map(nameOf);
}
