import {
  type EffectContext,
  type EffectKind,
  type EffectRequest,
  type EffectRunner,
  type Json,
  MagiError,
} from '@magi/contracts';

/** Does one kind of work. */
export interface EffectHandler {
  run(request: EffectRequest, context: EffectContext): Promise<Json>;
  /** Asked first, after a crash, what has become of work that was under way. */
  reconcile?: NonNullable<EffectRunner['reconcile']>;
}

/** The kinds of work that a command can do; `magi review` needs fewer than a loop. */
export type EffectHandlers = Partial<Readonly<Record<EffectKind, EffectHandler>>>;

/** Hands each request to the handler of its kind; a kind without one fails, by name. */
export function createEffectRunner(handlers: EffectHandlers): EffectRunner {
  return {
    run: (request, context) => handlerOf(handlers, request).run(request, context),
    reconcile: async (request, context) => {
      const { reconcile } = handlerOf(handlers, request);
      return reconcile === undefined ? { state: 'restart' } : reconcile(request, context);
    },
  };
}

function handlerOf(handlers: EffectHandlers, { kind, key }: EffectRequest): EffectHandler {
  const handler = handlers[kind];
  if (handler !== undefined) return handler;
  throw new MagiError('MAGI_EFFECT_UNAVAILABLE', `Nothing here can ${kind} (${key}).`, {
    hint: 'This command only reviews; a loop needs magi run.',
    exitCode: 5,
  });
}
