import type { Input, Json } from '@magi/contracts';
import { type AnyActorLogic, type AnyActorRef, createActor, type InspectionEvent } from 'xstate';
import { addressOf } from './actor-address.ts';
import { type ActorImage, createImager } from './actor-image.ts';
import { type ArmedTimer, createDeterministicClock } from './deterministic-clock.ts';
import { openDesk } from './effect.ts';

/** An effect that was asked for and not answered. */
export interface AskedEffect {
  readonly key: string;
  readonly kind: string;
  readonly input: Json;
}

/** All that a state hash covers. */
export interface SystemState {
  readonly actors: ActorImage;
  readonly pending: readonly { readonly key: string; readonly kind: string }[];
  readonly timers: readonly { readonly id: string; readonly dueAt: string }[];
}

export interface DeterministicSystem {
  /** Feeds one recorded input and runs all actors to quiescence. */
  apply(input: Input, atMs: number): void;
  /** False for an answer, or a timer, that nobody waits for any more. */
  awaits(input: Input): boolean;
  state(): SystemState;
  /** Pending effects in the order they were asked for. */
  asked(): readonly AskedEffect[];
  timers(): readonly ArmedTimer[];
  root(): AnyActorRef;
  /** Name of an actor: the effect key of a leaf, the address of a machine. */
  nameOf(ref: AnyActorRef): string;
}

export interface SystemOptions {
  readonly inspect?: (event: InspectionEvent) => void;
}

/**
 * An XState actor system in which nothing happens by itself: effects are only asked for, time and
 * results come in through `apply`. The same inputs give the same states on any machine.
 *
 * @see DESIGN.md E2, E3, E9
 */
export function createDeterministicSystem(
  logic: AnyActorLogic,
  options: SystemOptions = {},
): DeterministicSystem {
  const pending = new Map<string, AskedEffect & { readonly ref: AnyActorRef }>();
  const generations = new Map<string, number>();
  const keys = new WeakMap<AnyActorRef, string>();
  const imageOf = createImager();
  let root: AnyActorRef | undefined;
  let asked: readonly AskedEffect[] | null = null;

  const clock = createDeterministicClock(() =>
    Object.values(started().system.getSnapshot()._scheduledEvents),
  );

  function started(): AnyActorRef {
    if (!root) throw new Error('The first input of an actor system is `init`.');
    return root;
  }

  function start(input: Json): void {
    const actor = createActor(logic, {
      id: idOf(logic),
      input,
      clock,
      ...(options.inspect ? { inspect: options.inspect } : {}),
    });
    root = actor as AnyActorRef;
    openDesk(actor.system, {
      asked(ref, kind, question) {
        const address = addressOf(ref);
        const generation = (generations.get(address) ?? 0) + 1;
        generations.set(address, generation);
        const key = `${address}#${generation}`;
        keys.set(ref, key);
        pending.set(key, { key, kind, input: question, ref });
        asked = null;
      },
      withdrawn(ref) {
        if (pending.delete(keys.get(ref) ?? '')) asked = null;
      },
    });
    // An observer of errors keeps XState from throwing them from a timer of its own.
    actor.subscribe({ error: () => undefined });
    actor.start();
  }

  function answer(key: string, event: { readonly type: string }): void {
    const effect = pending.get(key);
    if (pending.delete(key)) asked = null;
    effect?.ref.send(event);
  }

  function listAsked(): readonly AskedEffect[] {
    asked ??= [...pending.values()].map(({ key, kind, input }) => ({ key, kind, input }));
    return asked;
  }

  const pendingOf = remembered((effects: readonly AskedEffect[]) =>
    effects.map(({ key, kind }) => ({ key, kind })),
  );
  const timersOf = remembered((timers: readonly ArmedTimer[]) =>
    timers.map(({ id, dueMs }) => ({ id, dueAt: new Date(dueMs).toISOString() })),
  );

  function state(): SystemState {
    return {
      actors: imageOf(started()),
      pending: pendingOf(listAsked()),
      timers: timersOf(clock.armed()),
    };
  }

  return {
    apply(input, atMs) {
      clock.setNow(atMs);
      switch (input.type) {
        case 'init':
          return start(input.input);
        case 'done':
          return answer(input.key, { type: 'effect.done', output: input.output } as never);
        case 'fail':
          return answer(input.key, { type: 'effect.fail', error: input.error } as never);
        case 'timer':
          return clock.fire(input.id);
        case 'event':
          return started().send({ ...input.event, by: input.by });
      }
    },
    awaits(input) {
      if (input.type === 'done' || input.type === 'fail') return pending.has(input.key);
      return input.type === 'timer' ? clock.has(input.id) : true;
    },
    state,
    asked: listAsked,
    timers: () => clock.armed(),
    root: started,
    nameOf: (ref) => keys.get(ref) ?? addressOf(ref),
  };
}

function idOf(logic: AnyActorLogic): string {
  return 'id' in logic && typeof logic.id === 'string' ? logic.id : 'root';
}

/** Makes the image of a list once for as long as it is the same list. */
function remembered<Item, Image>(imageOf: (items: readonly Item[]) => Image) {
  let newest: { readonly items: readonly Item[]; readonly image: Image } | null = null;
  return (items: readonly Item[]): Image => {
    if (newest?.items !== items) newest = { items, image: imageOf(items) };
    return newest.image;
  };
}
