import type { Entry } from '@magi/contracts';
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import type { SystemState } from '../host/deterministic-system.ts';
import { explained } from '../replay/explain.ts';
import { createPlayer } from '../replay/player.ts';
import { createRecorder, type SeenStep } from '../replay/recorder.ts';
import { changesOf } from './change.ts';
import type { EntryWords, Frame, FrameHead, PackedFrame } from './frame.ts';
import { packedStep } from './packed-step.ts';
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
  const met = new Set<string>();
  let problem: string | null = null;

  function replayed(entry: Entry): Omit<Frame, keyof FrameHead | 'body'> {
    const before = state;
    player.play(entry);
    state = player.state();
    const { nameOf } = player.stage().system;
    const seen = recorder.take();
    return {
      stateHash: player.position().stateHash,
      changes: before === state ? [] : changesOf(before, state),
      steps: seen.map((step) => explained(entry.seq, step, nameOf)),
      ...machinesOf(seen, nameOf),
    };
  }

  /** Machines of actors that were not met before. */
  function machinesOf(seen: readonly SeenStep[], nameOf: (ref: SeenStep['actor']) => string) {
    const machines: Record<string, string> = {};
    for (const { actor } of seen) {
      const address = nameOf(actor);
      const machine = machineOf(actor);
      if (machine === null || met.has(address)) continue;
      met.add(address);
      machines[address] = machine;
    }
    return Object.keys(machines).length === 0 ? {} : { machines };
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
      const frame = maker.next(entry);
      const parts = Object.entries({ ...frame, steps: frame.steps.map(packedStep) });
      const f = Object.fromEntries(parts.map(([name, part]) => [name, packer.pack(part)]));
      return { v: packer.take(), f };
    },
  };
}

const nothing = { stateHash: null, changes: [], steps: [] } as const;

/** The machine that plays an actor; null for an effect. */
function machineOf(actor: SeenStep['actor']): string | null {
  const snapshot = actor.getSnapshot() as { readonly machine?: AnyStateMachine };
  return snapshot.machine?.id ?? null;
}
