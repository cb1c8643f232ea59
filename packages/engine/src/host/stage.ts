import { type Entry, type Input, MagiError, type Note } from '@magi/contracts';
import { createStateHasher } from '../hash/state-hash.ts';
import {
  type AskedEffect,
  createDeterministicSystem,
  type DeterministicSystem,
  type SystemOptions,
  type SystemState,
} from './deterministic-system.ts';

/** One thing that is to become an entry of the log. */
export type Item =
  | { readonly in: Input; readonly note?: never }
  | { readonly note: Note; readonly in?: never };

export interface StageOptions extends Pick<SystemOptions, 'inspect'> {
  readonly run: string;
}

/**
 * The private copy of a run's state on which entries are made, before they are durable.
 *
 * Each entry names the hash of the state before it, so its input has to be applied before the next
 * entry of the same commit can be made. Nothing of that leaves the host until the commit is done.
 *
 * @see DESIGN.md E1
 */
export interface Stage {
  readonly system: DeterministicSystem;
  /** Number of the entry that comes next. */
  nextSeq(): number;
  /** State after the newest entry; the same object as long as nothing changes it. */
  state(): SystemState;
  stateHash(): string;
  /** Makes entries of a clean item and applies them; an answer nobody awaits becomes a note. */
  add(item: Item, nowMs: number): Entry[];
  /** Repeats an entry of the log. */
  repeat(entry: Entry): void;
  /** How often an effect was started, over all processes. */
  starts(key: string): number;
  /** Time of the newest entry, in milliseconds since 1970. */
  lastAtMs(): number;
}

export function createStage(
  logic: Parameters<typeof createDeterministicSystem>[0],
  options: StageOptions,
): Stage {
  const { run } = options;
  const hasher = createStateHasher();
  const system = createDeterministicSystem(logic, {
    ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
  });
  const starts = new Map<string, number>();
  let seq = 0;
  let hash: string | null = null;
  let state: SystemState | null = null;
  let lastAt = '';
  let lastAtMs = 0;

  /** Entries that come together have one time, which is put into words and read once. */
  function timeOf(atMs: number): string {
    return atMs === lastAtMs && lastAt !== '' ? lastAt : new Date(atMs).toISOString();
  }

  function noteTime(at: string): void {
    if (at === lastAt) return;
    lastAt = at;
    lastAtMs = Date.parse(at);
  }

  function make(item: Item, nowMs: number): Entry {
    const head = { v: 1, seq, at: timeOf(nowMs), run, onState: hash } as const;
    const entry: Entry = item.in ? { ...head, in: item.in } : { ...head, note: item.note };
    repeat(entry);
    return entry;
  }

  function repeat(entry: Entry): void {
    if (entry.onState !== hash) throw diverged(entry, hash);
    seq = entry.seq + 1;
    noteTime(entry.at);
    if (entry.note?.type === 'effect.started') starts.set(entry.note.key, entry.note.start);
    if (!entry.in) return;
    system.apply(entry.in, lastAtMs);
    state = system.state();
    hash = hasher.digest(state);
  }

  function currentState(): SystemState {
    if (!state) throw new Error('A run has no state before its first entry.');
    return state;
  }

  return {
    system,
    nextSeq: () => seq,
    state: currentState,
    stateHash: () => hash ?? '',
    lastAtMs: () => lastAtMs,
    starts: (key) => starts.get(key) ?? 0,
    repeat,
    add(item, nowMs) {
      const atMs = Math.max(nowMs, lastAtMs);
      if (item.in && seq > 0 && !system.awaits(item.in)) {
        return [make({ note: staleNote(item.in) }, atMs)];
      }
      const before = asked(system, seq);
      const entry = make(item, atMs);
      if (!item.in || before.length === 0) return [entry];
      return [entry, ...withdrawn(before, entry).map((note) => make({ note }, atMs))];
    },
  };

  /** Effects that were started and that the entry left without an asker. */
  function withdrawn(before: readonly AskedEffect[], entry: Entry): Note[] {
    const answered = entry.in && 'key' in entry.in ? entry.in.key : null;
    const still = system.asked();
    return before
      .filter(({ key }) => key !== answered && !still.some((one) => one.key === key))
      .filter(({ key }) => starts.has(key))
      .map(({ key }) => ({ type: 'effect.cancelled', key, reason: reasonOf(entry) }));
  }
}

function diverged(entry: Entry, hash: string | null): MagiError {
  return new MagiError(
    'MAGI_REPLAY_DIVERGED',
    `Run ${entry.run} diverged at #${entry.seq}: the log expects state ${short(entry.onState)}, replay gives ${short(hash)}.`,
    {
      exitCode: 5,
      hint: 'The log was made by a program with other rules; use that version to replay it.',
    },
  );
}

function short(hash: string | null): string {
  return hash?.slice(0, 12) ?? 'none';
}

function asked(system: DeterministicSystem, seq: number): readonly AskedEffect[] {
  return seq === 0 ? [] : system.asked();
}

function reasonOf({ in: input }: Entry): string {
  if (input?.type === 'timer') return `after ${input.id}`;
  return input?.type === 'event' ? `after ${input.event.type}` : 'no longer needed';
}

function staleNote(input: Input): Note {
  switch (input.type) {
    case 'done':
      return { type: 'stale', key: input.key, reason: 'result that nobody awaits' };
    case 'fail':
      return { type: 'stale', key: input.key, reason: `late failure: ${input.error.message}` };
    case 'timer':
      return { type: 'stale', key: input.id, reason: 'timer that was cancelled' };
    default:
      return { type: 'stale', key: input.type, reason: 'nobody awaits it' };
  }
}
