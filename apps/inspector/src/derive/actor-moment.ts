import type { Json } from '@magi/contracts';
import type { Frame } from '@magi/engine/replay';
import type { Inspector } from '../model/inspector.ts';
import { actorAt } from './actors.ts';

/** Where an actor stands after an entry, and how it came there. */
export interface ActorMoment {
  /** Active states; null where the actor has not been met yet. */
  readonly value: Json | null;
  readonly isAlive: boolean;
  /** Ids of the transitions that this entry made it take. */
  readonly taken: readonly string[];
}

/** An actor that has ended is looked for this many entries back. */
const LOOK_BACK = 4000;

/** Says where an actor stands after an entry; one that has ended stands where it ended. */
export function actorMoment(inspector: Inspector, address: string): ActorMoment {
  const { frame, state, reel } = inspector;
  const image = actorAt(state.value, address);
  const taken = frame.value ? transitionsOf(frame.value, address) : [];
  if (image?.value !== undefined) return { value: image.value, isAlive: true, taken };
  const earliest = Math.max(0, inspector.seq.value - LOOK_BACK);
  for (let seq = inspector.seq.value; seq >= earliest; seq -= 1) {
    const last = reel.frame(seq).steps.findLast(({ actor }) => actor === address);
    const value = last?.microsteps.at(-1)?.to;
    if (value !== undefined) return { value, isAlive: false, taken };
  }
  return { value: null, isAlive: false, taken };
}

function transitionsOf({ steps }: Frame, address: string): readonly string[] {
  return steps
    .filter(({ actor }) => actor === address)
    .flatMap(({ microsteps }) => microsteps.flatMap(({ transitions }) => transitions));
}
