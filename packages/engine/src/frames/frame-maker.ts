import type { Entry } from '@magi/contracts';
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import type { SystemState } from '../host/deterministic-system.ts';
import { explained } from '../replay/explain.ts';
import { createPlayer } from '../replay/player.ts';
import { createRecorder, type SeenStep } from '../replay/recorder.ts';
import { patchBetween } from '../seek/state-patch.ts';
import type { EntryWords, Frame, FrameStep, PackedFrame } from './frame.ts';
import { createPacker } from './packing.ts';

export interface FrameMakerOptions {
  /** Puts an entry into words. */
  readonly describe: (entry: Entry) => EntryWords;
  /** The root machine, for logs of systems that magi itself does not ship. */
  readonly logic?: AnyActorLogic;
}

/**
 * Makes frames of the entries of one run, one by one in order, by replaying them.
 *
 * An entry that cannot be replayed ends the states, not the frames: what follows is still described.
 */
export function createFrameMaker({ describe, logic }: FrameMakerOptions): {
  next(entry: Entry): Frame;
} {
  const recorder = createRecorder();
  const player = createPlayer({
    inspect: recorder.inspect,
    ...(logic === undefined ? {} : { logic }),
  });
  let state: SystemState | null = null;
  let problem: string | null = null;

  function replayed(entry: Entry): Pick<Frame, 'stateHash' | 'patch' | 'steps'> {
    const before = state;
    player.play(entry);
    state = player.state();
    const { nameOf } = player.stage().system;
    return {
      stateHash: player.position().stateHash,
      patch: before === state ? [] : patchBetween(before, state),
      steps: recorder.take().map((step) => ({
        machine: machineOf(step),
        ...explained(entry.seq, step, nameOf),
      })),
    };
  }

  return {
    next(entry) {
      const head = { seq: entry.seq, at: entry.at, ...describe(entry) };
      const body = (entry.in ?? entry.note) as Frame['body'];
      if (problem !== null) return { ...head, body, ...nothing };
      try {
        return { ...head, body, ...replayed(entry) };
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
        return { ...head, body, ...nothing, problem };
      }
    },
  };
}

/** The same, packed for a page: values that occurred before are referred to. */
export function createPackedFrameMaker(options: FrameMakerOptions): {
  next(entry: Entry): PackedFrame;
} {
  const maker = createFrameMaker(options);
  const packer = createPacker();
  return {
    next(entry) {
      const f = packer.pack(maker.next(entry));
      return { v: packer.take(), f };
    },
  };
}

const nothing = { stateHash: null, patch: [], steps: [] as readonly FrameStep[] } as const;

function machineOf({ actor }: SeenStep): string | null {
  const snapshot = actor.getSnapshot() as { readonly machine?: AnyStateMachine };
  return snapshot.machine?.id ?? null;
}
