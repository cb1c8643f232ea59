import type { Entry, Json } from '@magi/contracts';
import type { ExplainedStep } from '../replay/explain.ts';
import type { Change } from './change.ts';
import type { Packed } from './packing.ts';

/** What one entry says, in words. */
export interface EntryWords {
  readonly type: string;
  /** Actor address, effect key or author; empty where there is none. */
  readonly actor: string;
  readonly text: string;
}

/** What a list of entries shows. */
export interface FrameHead extends EntryWords {
  readonly seq: number;
  readonly at: string;
}

/** Everything that is to be seen of one entry of a run. */
export interface Frame extends FrameHead {
  readonly body: NonNullable<Entry['in'] | Entry['note']>;
  /** Hash of the state after the entry; null from the entry on that could not be replayed. */
  readonly stateHash: string | null;
  /** What the entry changed. */
  readonly changes: readonly Change[];
  readonly steps: readonly ExplainedStep[];
  /** Ids of the machines that play the actors met here for the first time, by address. */
  readonly machines?: Readonly<Record<string, string>>;
  /** Why the states from here on are not known. */
  readonly problem?: string;
}

/** A frame on its way to a page: new shared values, and the frame that refers to them. */
export interface PackedFrame {
  readonly v: readonly Packed[];
  readonly f: Readonly<Record<string, Packed>>;
}

/** State of a run after an entry, as `magi replay --json` prints it. */
export interface FrameState {
  readonly actors: Json;
  readonly pending: readonly { readonly key: string; readonly kind: string }[];
  readonly timers: readonly { readonly id: string; readonly dueAt: string }[];
}
