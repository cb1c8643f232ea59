import type { Json } from '@magi/contracts';
import type { PatchStep } from '../seek/state-patch.ts';
import type { Frame, FrameHead, FrameState, PackedFrame } from './frame.ts';
import { createUnpacker } from './packing.ts';

/** States are kept for every so many frames, so that none is further away than that. */
const KEEP_EVERY = 64;

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
  const kept: Json[] = [];
  let newest: { readonly seq: number; readonly state: Json } = { seq: -1, state: null };

  function frame(seq: number): Frame {
    const known = frames[seq];
    if (known) return known;
    const made = unpacker.unpack(packed[seq] ?? null) as unknown as Frame;
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

  /** The nearest state at or before an entry. */
  function nearest(seq: number): typeof newest {
    const index = Math.min(Math.floor(seq / KEEP_EVERY), kept.length - 1);
    const keptState = index < 0 ? null : (kept[index] ?? null);
    const isNearer = newest.seq <= seq && newest.seq >= index * KEEP_EVERY;
    return isNearer ? newest : { seq: index < 0 ? -1 : index * KEEP_EVERY, state: keptState };
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
    stateAt(seq) {
      let { seq: at, state } = nearest(seq);
      while (at < seq) {
        at += 1;
        state = patched(state, frame(at).patch);
        if (at === kept.length * KEEP_EVERY) kept.push(state);
      }
      newest = { seq, state };
      return state as unknown as FrameState;
    },
  };
}

/** Applies steps and leaves the value as it was: only what lies on a path is copied. */
export function patched(value: Json, steps: readonly PatchStep[]): Json {
  // What was copied for an earlier step of the same patch may be changed in place.
  const own = new WeakSet<object>();
  return steps.reduce((root, step) => change(root, step, 0, own), value);
}

type Owner = Record<string | number, Json>;

function change(value: Json, step: PatchStep, depth: number, own: WeakSet<object>): Json {
  const [path] = step;
  const key = path[depth];
  if (key === undefined) return step[1] ?? null;
  const copy = ownCopy(value, own);
  if (depth === path.length - 1 && step.length === 1) delete copy[key];
  else copy[key] = change(copy[key] ?? null, step, depth + 1, own);
  return copy as Json;
}

function ownCopy(value: Json, own: WeakSet<object>): Owner {
  if (typeof value === 'object' && value !== null && own.has(value)) return value as Owner;
  const copy = Array.isArray(value) ? [...(value as Json[])] : { ...(value as object) };
  own.add(copy);
  return copy as Owner;
}
