import type { Entry, Json } from '@magi/contracts';
import type { AnyActorLogic, AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { plainError } from '../host/actor-image.ts';
import { createPlayer } from '../replay/player.ts';
import { createRecorder, type SeenStep } from '../replay/recorder.ts';
import type { StatelyEvent, StatelyMessage, StatelySnapshot } from './stately-message.ts';

/** Version of @statelyai/inspect whose receivers take these messages. */
const PROTOCOL_VERSION = '0.7.2';

/**
 * Turns a recorded run into the messages that the inspectors of Stately understand, entry by entry.
 *
 * Derived from the log alone, so a living, a finished and a crashed run give the same stream, and
 * asking again gives it again from the start.
 *
 * @param options.logic the root machine, for logs of systems that magi itself does not ship
 * @throws from `next`: as `replay`
 */
export function createStatelyEncoder(options: { readonly logic?: AnyActorLogic } = {}): {
  next(entry: Entry): readonly StatelyMessage[];
} {
  const recorder = createRecorder();
  const player = createPlayer({ inspect: recorder.inspect, ...options });
  const sessions = createSessions();
  const known = new WeakSet<AnyActorRef>();

  return {
    next(entry) {
      player.play(entry);
      const { root } = player.stage().system;
      const rootId = sessions.idOf(root());
      const messages: StatelyMessage[] = [];
      const head = (actor: AnyActorRef) => ({
        rootId,
        sessionId: sessions.idOf(actor),
        createdAt: String(Date.parse(entry.at)),
        id: `${entry.run}:${entry.seq}:${messages.length}`,
        _version: PROTOCOL_VERSION,
      });
      for (const step of recorder.take()) {
        const { actor, source } = step;
        const event = step.event as StatelyEvent;
        const snapshot = snapshotOf(step);
        if (!known.has(actor)) {
          known.add(actor);
          const parent = actor._parent;
          messages.push({
            type: '@xstate.actor',
            ...head(actor),
            name: actor.id,
            parentId: parent ? sessions.idOf(parent) : undefined,
            definition: definitionOf(actor),
            snapshot,
          });
        }
        const sourceId = source ? sessions.idOf(source) : undefined;
        messages.push({ type: '@xstate.event', ...head(actor), event, sourceId });
        messages.push({ type: '@xstate.snapshot', ...head(actor), event, snapshot });
      }
      return messages;
    },
  };
}

/** Names actors by their place in the tree; one that is started there again gets another number. */
function createSessions() {
  const ids = new WeakMap<AnyActorRef, string>();
  const starts = new Map<string, number>();

  function idOf(actor: AnyActorRef): string {
    const known = ids.get(actor);
    if (known !== undefined) return known;
    const parent = actor._parent;
    const place = parent ? `${idOf(parent)}/${actor.id}` : actor.id;
    const start = (starts.get(place) ?? 0) + 1;
    starts.set(place, start);
    const id = parent ? `${place}#${start}` : place;
    ids.set(actor, id);
    return id;
  }

  return { idOf };
}

/** The state that the step led to; that of an effect is the one it has now. */
function snapshotOf({ actor, microsteps }: SeenStep): StatelySnapshot {
  const snapshot = (microsteps.at(-1)?.after ?? actor.getSnapshot()) as AnyMachineSnapshot & {
    readonly question?: Json;
  };
  const { status, value, context, question, output, error } = snapshot;
  return {
    status,
    ...(value === undefined ? {} : { value: value as Json }),
    ...(context === undefined ? {} : { context: context as Json }),
    ...(question === undefined ? {} : { input: question }),
    ...(output === undefined ? {} : { output: output as Json }),
    ...(error === undefined ? {} : { error: plainError(error) }),
  };
}

/** Functions stand as their names; an effect has no configuration and stands as its name. */
function definitionOf(actor: AnyActorRef): string {
  const { machine } = actor.getSnapshot() as { readonly machine?: AnyStateMachine };
  const config: unknown = machine?.config ?? { id: actor.id };
  return JSON.stringify(config, (_key, value: unknown) =>
    typeof value === 'function' ? { type: value.name || 'inline' } : value,
  );
}
