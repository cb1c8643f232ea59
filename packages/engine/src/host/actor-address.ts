import type { AnyActorRef } from 'xstate';

/** An invoke with this id asks in the name of its machine: its address is the machine's own. */
export const SELF = 'self';

/**
 * Names an actor by its place in the tree: the ids from the root down, joined by `/`.
 *
 * Session ids differ from process to process; addresses do not.
 */
export function addressOf(ref: AnyActorRef): string {
  const parent = ref._parent;
  if (!parent) return ref.id;
  return ref.id === SELF ? addressOf(parent) : `${addressOf(parent)}/${ref.id}`;
}
