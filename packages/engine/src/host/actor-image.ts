import type { Json } from '@magi/contracts';
import type { AnyActorRef } from 'xstate';

/** One actor of the tree as strict JSON; what `magi replay` prints and state hashes are made of. */
export interface ActorImage {
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  /** Active states of a machine. */
  readonly value?: Json;
  readonly context?: Json;
  /** Ids of the states that history states remember. */
  readonly history?: Json;
  readonly output?: Json;
  readonly error?: Json;
  /** Kind of a leaf that asks for an effect. */
  readonly effect?: string;
  readonly children?: Readonly<Record<string, ActorImage>>;
}

interface AnySnapshot {
  readonly status: ActorImage['status'];
  readonly output?: unknown;
  readonly error?: unknown;
  readonly kind?: string;
  readonly value?: Json;
  readonly context?: Json;
  readonly historyValue?: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly children?: Readonly<Record<string, AnyActorRef | undefined>>;
}

/**
 * Copies the state of an actor and of all actors below it. Parts that did not change stay the same
 * objects, so that hashing and comparing them is cheap.
 */
export function imageOf(ref: AnyActorRef): ActorImage {
  const snapshot = ref.getSnapshot() as AnySnapshot;
  const history = historyOf(snapshot);
  const children = childrenOf(snapshot);
  return {
    status: snapshot.status,
    ...(snapshot.kind === undefined ? {} : { effect: snapshot.kind }),
    ...(snapshot.value === undefined ? {} : { value: snapshot.value }),
    ...(snapshot.context === undefined ? {} : { context: snapshot.context }),
    ...(history === undefined ? {} : { history }),
    ...(snapshot.output === undefined ? {} : { output: snapshot.output as Json }),
    ...(snapshot.error === undefined ? {} : { error: plainError(snapshot.error) }),
    ...(children === undefined ? {} : { children }),
  };
}

function childrenOf(snapshot: AnySnapshot): Record<string, ActorImage> | undefined {
  if (snapshot.status !== 'active') return undefined;
  const entries = Object.entries(snapshot.children ?? {});
  if (entries.length === 0) return undefined;
  const children: Record<string, ActorImage> = {};
  for (const [id, child] of entries) if (child) children[id] = imageOf(child);
  return children;
}

function historyOf(snapshot: AnySnapshot): Json | undefined {
  const entries = Object.entries(snapshot.historyValue ?? {});
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([id, nodes]) => [id, nodes.map((node) => node.id)]));
}

function plainError(error: unknown): Json {
  return error instanceof Error ? { name: error.name, message: error.message } : (error as Json);
}
