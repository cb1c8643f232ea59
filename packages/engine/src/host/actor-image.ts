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

/** An actor as it was when it was last read, with the actors below it by their ids. */
interface Seen {
  readonly ref: AnyActorRef;
  readonly snapshot: AnySnapshot;
  readonly image: ActorImage;
  readonly children: ReadonlyMap<string, Seen>;
}

/**
 * Makes a reader that copies the state of an actor and of all actors below it. Parts that did not
 * change since the last reading are the same objects, so that hashing and comparing is cheap.
 *
 * Actors that are gone are forgotten at once. A weak map would not do: quick collections take what
 * it holds for alive, and copying the dead cost a tenth of a round.
 */
export function createImager(): (root: AnyActorRef) => ActorImage {
  let newest: Seen | undefined;
  return (root) => {
    newest = look(root, newest);
    return newest.image;
  };
}

function look(ref: AnyActorRef, known: Seen | undefined): Seen {
  const snapshot = ref.getSnapshot() as AnySnapshot;
  const before = known?.ref === ref ? known : undefined;
  const children = lookBelow(snapshot, before?.children ?? nobody);
  if (before?.snapshot === snapshot && areSame(before.children, children)) return before;
  return { ref, snapshot, image: makeImage(snapshot, children), children };
}

const nobody: ReadonlyMap<string, Seen> = new Map();

function lookBelow(
  { status, children = {} }: AnySnapshot,
  before: ReadonlyMap<string, Seen>,
): ReadonlyMap<string, Seen> {
  if (status !== 'active') return nobody;
  let seen: Map<string, Seen> | undefined;
  for (const id of Object.keys(children)) {
    const child = children[id];
    if (!child) continue;
    seen ??= new Map();
    seen.set(id, look(child, before.get(id)));
  }
  return seen ?? nobody;
}

function areSame(before: ReadonlyMap<string, Seen>, after: ReadonlyMap<string, Seen>): boolean {
  if (before.size !== after.size) return false;
  for (const [id, seen] of after) if (before.get(id) !== seen) return false;
  return true;
}

function makeImage(snapshot: AnySnapshot, below: ReadonlyMap<string, Seen>): ActorImage {
  const children = imagesOf(below);
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

function imagesOf(below: ReadonlyMap<string, Seen>): ActorImage['children'] {
  if (below.size === 0) return undefined;
  const images: Record<string, ActorImage> = {};
  for (const [id, { image }] of below) images[id] = image;
  return images;
}

function historyOf(snapshot: AnySnapshot): Json | undefined {
  const entries = Object.entries(snapshot.historyValue ?? {});
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([id, nodes]) => [id, nodes.map((node) => node.id)]));
}

export function plainError(error: unknown): Json {
  return error instanceof Error ? { name: error.name, message: error.message } : (error as Json);
}
