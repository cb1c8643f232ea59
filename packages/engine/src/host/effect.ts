import type { Json, RecordedError } from '@magi/contracts';
import type { ActorLogic, AnyActorRef, Snapshot } from 'xstate';

/** What a leaf of the actor system is: a question to the outside and, later, its answer. */
export type EffectSnapshot<Question, Answer> = Snapshot<Answer> & {
  readonly kind: string;
  readonly question: Question;
};

/** Result of an effect, as the host hands it to the actor that asked. */
export type EffectEvent<Answer> =
  | { readonly type: 'effect.done'; readonly output: Answer }
  | { readonly type: 'effect.fail'; readonly error: RecordedError };

export type EffectLogic<Question, Answer> = ActorLogic<
  EffectSnapshot<Question, Answer>,
  EffectEvent<Answer> | { readonly type: 'xstate.stop' },
  Question
>;

/** What an effect tells the host that runs its actor system. */
export interface EffectDesk {
  asked(ref: AnyActorRef, kind: string, question: Json): void;
  withdrawn(ref: AnyActorRef): void;
}

const desks = new WeakMap<object, EffectDesk>();

/** Puts a host behind the effects of one actor system. */
export function openDesk(system: object, desk: EffectDesk): void {
  desks.set(system, desk);
}

/**
 * Actor logic that does nothing but ask the host for a piece of work and wait for the answer.
 *
 * The only way for a machine to reach the outside. The actor is done when the host recorded an
 * output, and in error when it recorded a failure. Under a plain `createActor`, without a host, it
 * waits for ever.
 *
 * @param kind tells the effect runner what to do; the actor's input is the question
 */
export function effect<Question, Answer>(kind: string): EffectLogic<Question, Answer> {
  return {
    getInitialSnapshot: (_scope, question) => ({
      status: 'active',
      output: undefined,
      error: undefined,
      kind,
      question,
    }),
    start: (snapshot, { self, system }) => {
      desks.get(system)?.asked(self, kind, snapshot.question as Json);
    },
    transition: (snapshot, event, { self, system }) => {
      const { question } = snapshot;
      switch (event.type) {
        case 'effect.done':
          return { status: 'done', output: event.output, error: undefined, kind, question };
        case 'effect.fail':
          return { status: 'error', output: undefined, error: event.error, kind, question };
        case 'xstate.stop':
          if (snapshot.status === 'active') desks.get(system)?.withdrawn(self);
          return { status: 'stopped', output: undefined, error: undefined, kind, question };
      }
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}
