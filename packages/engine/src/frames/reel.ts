import type { Json } from '@magi/contracts';
import type { Change } from './change.ts';
import type { Frame, FrameHead, FrameState, PackedFrame } from './frame.ts';
import { fullStep, type PackedStep } from './packed-step.ts';
import { createUnpacker } from './packing.ts';
import { createStateStrips } from './state-strip.ts';

/** A frame as it was packed. */
type RawFrame = Omit<Frame, 'steps'> & { readonly steps: readonly PackedStep[] };

/** All frames of a run that have arrived, and the state after any of them. */
export interface Reel {
  /** Frames have to come in order, from the first one on. */
  add(frames: readonly PackedFrame[]): void;
  readonly length: number;
  /** Cheap: nothing else of the frame is looked at. */
  head(seq: number): FrameHead;
  frame(seq: number): Frame;
  /** Where the states end before the frames do, and why. */
  readonly problem: { readonly seq: number; readonly message: string } | null;
  /** Id of the machine that plays an actor; null where that is not known. */
  machineOf(address: string): string | null;
  /** State after an entry; parts that did not change are the same objects as before. */
  stateAt(seq: number): FrameState;
}

/**
 * Makes an empty reel. Needs no machine and no engine: states are put together from the changes that
 * each frame names.
 */
export function createReel(): Reel {
  const unpacker = createUnpacker();
  const packed: PackedFrame['f'][] = [];
  const machines = new Map<string, string>();
  let problem: Reel['problem'] = null;
  const frames: Frame[] = [];
  const states = createStateStrips(changesIn);

  function frame(seq: number): Frame {
    const known = frames[seq];
    if (known) return known;
    const raw = unpacker.unpack(packed[seq] ?? null) as unknown as RawFrame;
    const made: Frame = { ...raw, steps: raw.steps.map((step) => fullStep(step, seq)) };
    frames[seq] = made;
    return made;
  }

  function head(seq: number): FrameHead {
    const { at, type, actor, text } = packed[seq] ?? {};
    return unpacker.unpack({ seq, at, type, actor, text } as Json) as unknown as FrameHead;
  }

  function machinesIn({ machines: met }: PackedFrame['f']): Readonly<Record<string, string>> {
    return met === undefined ? {} : (unpacker.unpack(met) as Record<string, string>);
  }

  /** Cheaper than the whole frame, and states are all that is needed of most frames. */
  function changesIn(seq: number): readonly Change[] {
    return unpacker.unpack(packed[seq]?.changes ?? []) as unknown as readonly Change[];
  }

  return {
    add(more) {
      for (const { v, f } of more) {
        unpacker.add(v);
        if (f.problem !== undefined) {
          problem = { seq: packed.length, message: String(unpacker.unpack(f.problem)) };
        }
        packed.push(f);
        for (const [address, machine] of Object.entries(machinesIn(f))) {
          machines.set(address, machine);
        }
      }
    },
    get length() {
      return packed.length;
    },
    get problem() {
      return problem;
    },
    head,
    frame,
    machineOf: (address) => machines.get(address) ?? null,
    stateAt: (seq) => states.stateAt(seq) as unknown as FrameState,
  };
}
