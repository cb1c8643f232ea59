import type { Cursor, NewEvent, StoredEvent, StreamInfo } from '@magi/contracts';
import { byBytes } from './byte-order.ts';
import { chainAfter, EMPTY_HEAD, type Head } from './chain.ts';
import { duplicateEvent } from './log-errors.ts';

/** Events of all streams in memory, in the order they came: what memory and file logs stand on. */
export interface MemoryStreams {
  head(stream: string): Head;
  /** Chains and stores new events. */
  append(stream: string, events: readonly NewEvent[]): Head;
  /** Stores events whose place and hash are known. */
  adopt(events: readonly Omit<StoredEvent, 'pos'>[]): void;
  of(stream: string): readonly StoredEvent[];
  after(cursor: Cursor | undefined): readonly StoredEvent[];
  list(): readonly StreamInfo[];
  remove(stream: string): void;
  /** Grows with every change. */
  changes(): number;
}

/** An empty set of streams. */
export function createMemoryStreams(): MemoryStreams {
  const byStream = new Map<string, StoredEvent[]>();
  const ids = new Set<string>();
  let all: StoredEvent[] = [];
  let position = 0;
  let changes = 0;

  function adopt(events: readonly Omit<StoredEvent, 'pos'>[]): void {
    for (const event of events) {
      position += 1;
      const stored = { ...event, pos: String(position) };
      all.push(stored);
      ids.add(event.id);
      const sameStream = byStream.get(event.stream);
      if (sameStream) sameStream.push(stored);
      else byStream.set(event.stream, [stored]);
    }
    changes += 1;
  }

  function head(stream: string): Head {
    return byStream.get(stream)?.at(-1) ?? EMPTY_HEAD;
  }

  return {
    head,
    adopt,
    append(stream, events) {
      const fresh = new Set(events.map((event) => event.id));
      if (fresh.size < events.length || events.some((event) => ids.has(event.id))) {
        throw duplicateEvent(stream);
      }
      adopt(chainAfter(head(stream), stream, events).map((event) => ({ ...event, stream })));
      return head(stream);
    },
    of: (stream) => byStream.get(stream) ?? [],
    after: (cursor) => all.slice(firstAfter(all, Number(cursor ?? 0))),
    list: () => [...byStream.values()].map(toInfo).sort((a, b) => byBytes(a.stream, b.stream)),
    remove(stream) {
      for (const event of byStream.get(stream) ?? []) ids.delete(event.id);
      byStream.delete(stream);
      all = all.filter((event) => event.stream !== stream);
      changes += 1;
    },
    changes: () => changes,
  };
}

/** Index of the first event past a position: positions only grow, so halving finds it. */
function firstAfter(events: readonly StoredEvent[], position: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Number(events[middle]?.pos) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toInfo(events: readonly StoredEvent[]): StreamInfo {
  const last = events.at(-1) as StoredEvent;
  return { stream: last.stream, version: last.version, hash: last.hash, at: last.at };
}
