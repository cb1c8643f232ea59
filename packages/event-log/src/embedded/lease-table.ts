import { hostname } from 'node:os';
import type { Lease } from '@magi/contracts';
import type { Connection } from './connection.ts';
import type { Driver, Row } from './driver.ts';
import { isOwnerAlive, type OwnerLock, takeOwnerLock } from './owner-lock.ts';

/** What the leases of a state folder stand on. */
export interface LeaseGround {
  readonly connection: Connection;
  readonly driver: Driver;
  readonly dir: string;
  /** A lock on a network file system may be unknown to other hosts: their time counts too. */
  readonly isOnNetwork: boolean;
  readonly now: () => number;
}

/**
 * Rights to write, each a row with an epoch and a lock that dies with its owner.
 *
 * @see DESIGN.md L6, L7
 */
export function createLeaseTable(ground: LeaseGround) {
  const { connection, driver, dir, now } = ground;
  const locks = new Map<string, OwnerLock>();

  function rowOf(name: string): Row | undefined {
    return connection.sql('SELECT * FROM leases WHERE name = ?').get(name);
  }

  function isElsewhere(row: Row | undefined): boolean {
    if (!ground.isOnNetwork || !row || row.owner === null) return false;
    return row.host !== hostname() && Number(row.until) > now();
  }

  return {
    isCurrent(lease: Lease): boolean {
      const row = rowOf(lease.name);
      return row?.epoch === lease.epoch && row.owner === lease.owner;
    },

    /** The lock is taken inside the transaction, so that clearing old lock files cannot cross it. */
    async acquire(name: string, owner: string, ttlMs: number): Promise<Lease | null> {
      let lock: OwnerLock | null = null;
      try {
        const lease = await connection.write(() => {
          // A write that has to wait for others at its end is done again from the start.
          lock?.free();
          lock = null;
          const row = rowOf(name);
          lock = isElsewhere(row) ? null : takeOwnerLock(driver, dir, name);
          if (lock === null) return null;
          const taken = { name, owner, epoch: Number(row?.epoch ?? 0) + 1 };
          saveLease(connection, taken, now(), ttlMs);
          return taken;
        });
        if (lease && lock) locks.set(keyOf(lease), lock);
        return lease;
      } catch (error) {
        (lock as OwnerLock | null)?.free();
        throw error;
      }
    },

    async holder(name: string) {
      const row = await connection.patiently(() => rowOf(name));
      if (!row || row.owner === null) return null;
      if (!isElsewhere(row) && !isOwnerAlive(driver, dir, name)) return null;
      return {
        owner: String(row.owner),
        epoch: Number(row.epoch),
        pid: Number(row.pid),
        host: String(row.host),
        since: String(row.since),
      };
    },

    renew(lease: Lease, ttlMs: number): Promise<boolean> {
      return connection.write(() => {
        const { changes } = connection
          .sql('UPDATE leases SET until = ? WHERE name = ? AND epoch = ? AND owner = ?')
          .run(now() + ttlMs, lease.name, lease.epoch, lease.owner);
        return Number(changes) === 1;
      });
    },

    /** Clears only the row of this very epoch and frees only the lock taken with it. */
    async release(lease: Lease): Promise<void> {
      await connection.write(() => {
        connection
          .sql('UPDATE leases SET owner = NULL WHERE name = ? AND epoch = ? AND owner = ?')
          .run(lease.name, lease.epoch, lease.owner);
      });
      locks.get(keyOf(lease))?.free();
      locks.delete(keyOf(lease));
    },

    /** All names that ever had a lease here. */
    names(): readonly string[] {
      return connection
        .sql('SELECT name FROM leases')
        .all()
        .map((row) => String(row.name));
    },

    /** Frees the locks of this process; their rows stay, without a living owner. */
    close(): void {
      for (const lock of locks.values()) lock.free();
      locks.clear();
    },
  };
}

function keyOf(lease: Lease): string {
  return JSON.stringify([lease.name, lease.epoch]);
}

function saveLease(connection: Connection, lease: Lease, now: number, ttlMs: number): void {
  connection
    .sql(
      `INSERT INTO leases(name, owner, epoch, until, pid, host, since) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT(name) DO UPDATE SET owner = excluded.owner, epoch = excluded.epoch,
       until = excluded.until, pid = excluded.pid, host = excluded.host, since = excluded.since`,
    )
    .run(
      lease.name,
      lease.owner,
      lease.epoch,
      now + ttlMs,
      process.pid,
      hostname(),
      new Date(now).toISOString(),
    );
}
