import type {
  AnyActorRef,
  AnyMachineSnapshot,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';

/** One transition within a step, with the state it was taken from. */
export interface SeenMicrostep {
  readonly event: { readonly type: string };
  readonly before: AnyMachineSnapshot;
  readonly after: AnyMachineSnapshot;
  readonly transitions: readonly AnyTransitionDefinition[];
}

/** One event as one actor took it. */
export interface SeenStep {
  readonly actor: AnyActorRef;
  readonly source: AnyActorRef | undefined;
  readonly event: { readonly type: string };
  readonly microsteps: SeenMicrostep[];
  readonly sent: { readonly to: AnyActorRef; readonly event: { readonly type: string } }[];
}

/**
 * Watches an actor system and orders what it sees by steps: one event, one actor, and all that
 * followed from it inside of that actor.
 */
export function createRecorder() {
  const newest = new WeakMap<AnyActorRef, AnyMachineSnapshot>();
  const open = new WeakMap<AnyActorRef, SeenStep[]>();
  /** What a machine did before the event that began it was seen. */
  const early = new WeakMap<AnyActorRef, SeenMicrostep[]>();
  const lastStep = new WeakMap<AnyActorRef, SeenStep>();
  let steps: SeenStep[] = [];

  function onEvent(event: Extract<InspectionEvent, { type: '@xstate.event' }>): void {
    const actor = event.actorRef as AnyActorRef;
    const source = event.sourceRef as AnyActorRef | undefined;
    const microsteps = early.get(actor) ?? [];
    early.delete(actor);
    const step: SeenStep = { actor, source, event: event.event, microsteps, sent: [] };
    steps.push(step);
    open.set(actor, [...(open.get(actor) ?? []), step]);
    if (event.event.type === 'xstate.init' || !isMachine(actor)) lastStep.set(actor, step);
    if (source) lastStep.get(source)?.sent.push({ to: actor, event: event.event });
  }

  function onMicrostep(event: Extract<InspectionEvent, { type: '@xstate.microstep' }>): void {
    const actor = event.actorRef as AnyActorRef;
    const after = event.snapshot as AnyMachineSnapshot;
    const seen: SeenMicrostep = {
      event: event.event,
      before: newest.get(actor) ?? after,
      after,
      transitions: event._transitions,
    };
    newest.set(actor, after);
    microstepsOf(actor, event.event).push(seen);
  }

  /** Microsteps of the step that the event began, or of the one that is under way. */
  function microstepsOf(actor: AnyActorRef, event: { readonly type: string }): SeenMicrostep[] {
    const waiting = open.get(actor) ?? [];
    const begun = waiting.find((step) => step.event === event);
    if (begun) {
      open.set(actor, waiting.slice(waiting.indexOf(begun) + 1));
      lastStep.set(actor, begun);
      return begun.microsteps;
    }
    const current = lastStep.get(actor)?.microsteps ?? early.get(actor) ?? [];
    if (!lastStep.has(actor)) early.set(actor, current);
    return current;
  }

  return {
    inspect(event: InspectionEvent): void {
      switch (event.type) {
        case '@xstate.event':
          onEvent(event);
          break;
        case '@xstate.microstep':
          onMicrostep(event);
          break;
        case '@xstate.snapshot':
          if ('machine' in event.snapshot) {
            newest.set(event.actorRef as AnyActorRef, event.snapshot as AnyMachineSnapshot);
          }
      }
    },
    /** Steps since the last call. */
    take(): readonly SeenStep[] {
      const seen = steps;
      steps = [];
      return seen;
    },
  };
}

function isMachine(actor: AnyActorRef): boolean {
  return 'machine' in (actor.getSnapshot() as object);
}
