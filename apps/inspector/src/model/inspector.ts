import {
  createReel,
  type Frame,
  type FrameState,
  type Liveness,
  type PackedFrame,
  type Reel,
  type SessionHead,
} from '@magi/engine/replay';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { rootOf, withoutGeneration } from '../derive/actors.ts';
import { type Mark, markOf } from '../derive/marks.ts';
import { createStopwatch, type Span } from '../derive/spans.ts';
import type { DeepLink } from './deep-link.ts';
import { type Filter, noFilter, visibleEntries } from './filter.ts';

export const views = ['chart', 'messages', 'consensus', 'findings'] as const;
export type View = (typeof views)[number];

export const details = ['step', 'state', 'diff', 'waiting', 'costs'] as const;
export type Detail = (typeof details)[number];

/** Everything that the page shows, and the few things that change it. */
export interface Inspector {
  readonly session: SessionHead;
  readonly reel: Reel;
  /** Address of the root actor. */
  readonly root: string;
  readonly length: ReadonlySignal<number>;
  /** Entry that is looked at; -1 before the first one has arrived. */
  readonly seq: ReadonlySignal<number>;
  readonly isFollowing: ReadonlySignal<boolean>;
  readonly frame: ReadonlySignal<Frame | null>;
  readonly state: ReadonlySignal<FrameState | null>;
  readonly marks: ReadonlySignal<readonly Mark[]>;
  /** Work that was asked for and answered, in the order of the answers. */
  readonly spans: readonly Span[];
  /** Types of entries met so far, sorted. */
  readonly types: ReadonlySignal<readonly string[]>;
  /** Entries that pass the filter, in order; null when all do. */
  readonly visible: ReadonlySignal<readonly number[] | null>;
  readonly actor: Signal<string>;
  readonly view: Signal<View>;
  readonly detail: Signal<Detail>;
  readonly filter: Signal<Filter>;
  readonly liveness: Signal<Liveness | 'disconnected'>;
  /** Why the log cannot be read to its end; null when it can. */
  readonly damage: Signal<string | null>;
  /** Entry that differences are counted from; null for the one before. */
  readonly base: Signal<number | null>;
  receive(frames: readonly PackedFrame[]): void;
  goTo(seq: number): void;
  /** Goes so many entries on, or back, among those that pass the filter. */
  step(by: number): void;
  goToEnd(): void;
  /** Goes to the next entry, or the one before, that is of a kind. */
  seek(direction: 1 | -1, isWanted: (seq: number) => boolean): boolean;
  selectActor(address: string): void;
}

/** Makes the model of one page; frames are handed to it as they arrive. */
export function createInspector(session: SessionHead, link: DeepLink): Inspector {
  const reel = createReel();
  const root = rootOf(session.graphs);
  const length = signal(0);
  const wanted = signal<number | null>(link.seq);
  const stopwatch = createStopwatch();
  const marks = signal<readonly Mark[]>([]);
  const types = signal<readonly string[]>([]);
  const filter = signal<Filter>(noFilter);
  const actor = signal(link.actor ?? root);
  const seq = computed(() => Math.min(wanted.value ?? Number.MAX_SAFE_INTEGER, length.value - 1));
  const visible = computed(() => visibleEntries(reel, length.value, filter.value));

  function goTo(to: number): void {
    const last = length.value - 1;
    const isAtEnd = to >= last && session.isLive;
    wanted.value = isAtEnd ? null : Math.max(0, Math.min(to, last));
  }

  function step(by: number): void {
    const among = visible.value;
    if (among?.length === 0) return;
    if (among === null) {
      goTo(seq.value + by);
      return;
    }
    const at = among.findIndex((entry) => entry >= seq.value);
    const here = at === -1 ? among.length : at;
    const isOnOne = among[here] === seq.value;
    const to = here + by - (by > 0 && !isOnOne ? 1 : 0);
    goTo(among[Math.max(0, Math.min(to, among.length - 1))] ?? 0);
  }

  return {
    session,
    reel,
    root,
    length,
    seq,
    isFollowing: computed(() => wanted.value === null),
    frame: computed(() => (seq.value < 0 ? null : reel.frame(seq.value))),
    state: computed(() => (seq.value < 0 ? null : reel.stateAt(seq.value))),
    marks,
    spans: stopwatch.spans,
    types,
    visible,
    actor,
    view: signal(views.find((name) => name === link.view) ?? 'chart'),
    detail: signal(details.find((name) => name === link.detail) ?? 'step'),
    filter,
    liveness: signal<Liveness | 'disconnected'>('loading'),
    damage: signal<string | null>(null),
    base: signal(link.base),
    receive(frames) {
      const from = reel.length;
      reel.add(frames);
      const heads = frames.map((_frame, index) => reel.head(from + index));
      for (const head of heads) stopwatch.see(head);
      const fresh = heads.flatMap((head) => markOf(head) ?? []);
      const known = new Set(types.value);
      for (const { type } of heads) known.add(type);
      batch(() => {
        if (fresh.length > 0) marks.value = [...marks.value, ...fresh];
        if (known.size > types.value.length) types.value = [...known].sort();
        length.value = reel.length;
      });
    },
    goTo,
    step,
    goToEnd() {
      wanted.value = session.isLive ? null : length.value - 1;
    },
    seek(direction, isWanted) {
      for (let at = seq.value + direction; at >= 0 && at < length.value; at += direction) {
        if (!isWanted(at)) continue;
        goTo(at);
        return true;
      }
      return false;
    },
    selectActor(address) {
      actor.value = withoutGeneration(address);
    },
  };
}
