import type { StoredEvent, StreamInfo } from '@magi/contracts';
import { byBytes } from './byte-order.ts';
import { follow } from './follow.ts';
import { fencedOut, VersionConflict } from './log-errors.ts';
import type { MaintainedLog } from './maintained-log.ts';
import { createMemoryBlobs } from './memory-blobs.ts';
import { createMemoryLeases } from './memory-leases.ts';
import { createMemorySnapshots } from './memory-snapshots.ts';
import { createMemoryStreams, type MemoryStreams } from './memory-streams.ts';
import { checkName, checkNewEvents } from './new-event.ts';

/**
 * A log that lives as long as the object does: for tests, dry runs and reading.
 *
 * Keeps every promise of the port but durability. A lease is taken over when its time is up.
 *
 * @param options.now milliseconds since 1970, for leases
 */
export function createMemoryLog(options: { readonly now?: () => number } = {}): MaintainedLog {
  const now = options.now ?? Date.now;
  const streams = createMemoryStreams();
  const leases = createMemoryLeases(now);
  const snapshots = createMemorySnapshots();

  return {
    ...readsOf(streams),
    async append(stream, events, expected, { lease } = {}) {
      checkNewEvents(stream, events);
      if (lease && !leases.isCurrent(lease)) throw fencedOut(lease);
      const actual = streams.head(stream).version;
      if (expected !== 'any' && expected !== actual) {
        throw new VersionConflict(stream, expected, actual);
      }
      const { version, hash } = streams.append(stream, events);
      return { version, hash };
    },
    putSnapshot: async (...snapshot) => snapshots.put(...snapshot),
    getSnapshot: async (...wanted) => snapshots.get(...wanted),
    ...createMemoryBlobs(now),
    async acquire(name, owner, ttlMs) {
      checkName('lease name', name);
      return leases.acquire(name, owner, ttlMs);
    },
    holder: async (name) => leases.holder(name),
    renew: async (lease, ttlMs) => leases.renew(lease, ttlMs),
    release: async (lease) => leases.release(lease),
    async deleteStream(stream) {
      streams.remove(stream);
      snapshots.remove(stream);
    },
    reclaim: async () => undefined,
    close: async () => undefined,
  };
}

/** The reading half of the port over streams in memory. */
export function readsOf(
  streams: MemoryStreams,
): Pick<MaintainedLog, 'read' | 'readAll' | 'subscribe' | 'listStreams'> {
  return {
    async *read(stream, { from = 1, to = Number.POSITIVE_INFINITY, limit } = {}) {
      const wanted = streams.of(stream).filter(({ version }) => version >= from && version <= to);
      yield* wanted.slice(0, limit);
    },
    async *readAll({ after, types, limit } = {}) {
      const isWanted = (event: StoredEvent) => types?.includes(event.type) ?? true;
      yield* streams.after(after).filter(isWanted).slice(0, limit);
    },
    subscribe: ({ after, stream, signal }) =>
      follow(
        {
          mark: () => streams.changes(),
          page: (cursor, name) =>
            streams.after(cursor).filter((event) => name === undefined || event.stream === name),
        },
        { after, stream, signal },
      ),
    async *listStreams({ prefix = '', after, limit } = {}) {
      const isWanted = (info: StreamInfo) =>
        info.stream.startsWith(prefix) && (after === undefined || byBytes(info.stream, after) > 0);
      yield* streams.list().filter(isWanted).slice(0, limit);
    },
  };
}
