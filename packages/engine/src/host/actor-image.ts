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
 * Makes a reader that copies the state of an actor and of all actors below it. Parts that did not
 * change since the last reading are the same objects, so that hashing and comparing is cheap.
 */
export function createImager(): (root: AnyActorRef) => ActorImage {
  const known = new WeakMap<
    AnyActorRef,
    { readonly snapshot: AnySnapshot; readonly image: ActorImage }
  >();

  function imageOf(ref: AnyActorRef): ActorImage {
    const snapshot = ref.getSnapshot() as AnySnapshot;
    const before = known.get(ref);
    const children = childrenOf(snapshot);
    if (before?.snapshot === snapshot && areSame(before.image.children, children)) {
      return before.image;
    }
    const image = makeImage(snapshot, children);
    known.set(ref, { snapshot, image });
    return image;
  }

  function childrenOf(snapshot: AnySnapshot): ActorImage['children'] {
    if (snapshot.status !== 'active' || !snapshot.children) return undefined;
    const children: Record<string, ActorImage> = {};
    let isEmpty = true;
    for (const id of Object.keys(snapshot.children)) {
      const child = snapshot.children[id];
      if (!child) continue;
      children[id] = imageOf(child);
      isEmpty = false;
    }
    return isEmpty ? undefined : children;
  }

  return imageOf;
}

function areSame(before: ActorImage['children'], after: ActorImage['children']): boolean {
  if (!before || !after) return before === after;
  const ids = Object.keys(after);
  return Object.keys(before).length === ids.length && ids.every((id) => before[id] === after[id]);
}

function makeImage(snapshot: AnySnapshot, children: ActorImage['children']): ActorImage {
  const history = historyOf(snapshot);
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

function historyOf(snapshot: AnySnapshot): Json | undefined {
  const entries = Object.entries(snapshot.historyValue ?? {});
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([id, nodes]) => [id, nodes.map((node) => node.id)]));
}

export function plainError(error: unknown): Json {
  return error instanceof Error ? { name: error.name, message: error.message } : (error as Json);
}
