import { follow } from '../follow.ts';
import { fencedOut, VersionConflict } from '../log-errors.ts';
import type { MaintainedLog } from '../maintained-log.ts';
import { checkName, checkNewEvents } from '../new-event.ts';
import { readOnlyHalf } from '../read-only-half.ts';
import { deleteBlob, getBlob, listBlobs, putBlob } from './blob-table.ts';
import type { Connection } from './connection.ts';
import {
  headOf,
  insertEvents,
  listStreams,
  pageAfter,
  readLog,
  readStream,
  removeStream,
} from './event-table.ts';
import { createLeaseTable, type LeaseGround } from './lease-table.ts';
import { clearOldLocks } from './owner-lock.ts';
import { pragma } from './schema.ts';
import { getSnapshot, putSnapshot } from './snapshot-table.ts';

/** The port over a database that is open for reading. */
export function readingLog(ground: LeaseGround): MaintainedLog {
  const { connection } = ground;
  return {
    ...readOnlyHalf(connection.file),
    ...readsOver(connection),
    holder: createLeaseTable(ground).holder,
    close: async () => connection.close(),
  };
}

/** The port over a database that is open for writing. */
export function writingLog(ground: LeaseGround): MaintainedLog {
  const { connection, driver, dir, now } = ground;
  const leases = createLeaseTable(ground);
  return {
    ...readsOver(connection),
    async append(stream, events, expected, { lease } = {}) {
      checkNewEvents(stream, events);
      return connection.write(() => {
        if (lease && !leases.isCurrent(lease)) throw fencedOut(lease);
        const head = headOf(connection, stream);
        if (expected !== 'any' && expected !== head.version) {
          throw new VersionConflict(stream, expected, head.version);
        }
        return insertEvents(connection, stream, head, events);
      });
    },
    putSnapshot: (...snapshot) => putSnapshot(connection, ...snapshot),
    putBlob: (bytes) => putBlob(connection, bytes, new Date(now()).toISOString()),
    deleteBlob: (digest, putBefore) => deleteBlob(connection, digest, putBefore ?? null),
    async acquire(name, owner, ttlMs) {
      checkName('lease name', name);
      return leases.acquire(name, owner, ttlMs);
    },
    holder: leases.holder,
    renew: leases.renew,
    release: leases.release,
    deleteStream: (stream) => connection.write(() => removeStream(connection, stream)),
    async reclaim() {
      const isInUse = (name: string) => headOf(connection, name).version > 0;
      await connection.write(() => clearOldLocks(driver, dir, leases.names(), isInUse));
      await connection.patiently(() => connection.exec('PRAGMA incremental_vacuum'));
    },
    async close() {
      leases.close();
      if (connection.writes() > 0) shrinkLog(connection);
      connection.close();
    },
  };
}

function readsOver(connection: Connection) {
  return {
    read: (stream, { from = 1, to = MAX, limit = MAX } = {}) =>
      readStream(connection, stream, { from, to, limit }),
    readAll: ({ after = '0', types, limit = MAX } = {}) =>
      readLog(connection, { after, types: types ?? null, limit }),
    subscribe: ({ after, stream, signal }) =>
      follow(
        {
          mark: () => connection.patiently(() => markOf(connection)),
          page: (cursor, name) => connection.patiently(() => pageAfter(connection, cursor, name)),
        },
        { after, stream, signal },
      ),
    async *listStreams({ prefix = '', after = '', limit = MAX } = {}) {
      yield* await connection.patiently(() => listStreams(connection, { prefix, after, limit }));
    },
    getSnapshot: (stream, schema, maxVersion = MAX) =>
      getSnapshot(connection, stream, schema, maxVersion),
    getBlob: (digest) => getBlob(connection, digest),
    listBlobs: () => listBlobs(connection),
  } satisfies Partial<MaintainedLog>;
}

/** SQLite counts the commits of others; our own we count ourselves. */
function markOf(connection: Connection): string {
  return `${pragma(connection, 'data_version')}:${connection.writes()}`;
}

/** Any count or version is below it, and SQLite keeps it exactly. */
const MAX = Number.MAX_SAFE_INTEGER;

/** Puts the write-ahead log back into the database, so that a copy of the one file is complete. */
function shrinkLog(connection: Connection): void {
  try {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Somebody is reading, or the disk is full: the log stays beside the database and is complete.
  }
}
