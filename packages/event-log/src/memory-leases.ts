import type { Lease } from '@magi/contracts';

interface Row {
  readonly owner: string | null;
  readonly epoch: number;
  readonly until: number;
  readonly since: string;
}

/** Leases of a log that lives in one process: nobody can die in it, so they only expire. */
export function createMemoryLeases(now: () => number) {
  const rows = new Map<string, Row>();

  function isCurrent(lease: Lease): boolean {
    const row = rows.get(lease.name);
    return row?.epoch === lease.epoch && row.owner === lease.owner;
  }

  return {
    isCurrent,
    acquire(name: string, owner: string, ttlMs: number): Lease | null {
      const row = rows.get(name);
      if (row && row.owner !== null && row.until > now()) return null;
      const epoch = (row?.epoch ?? 0) + 1;
      rows.set(name, { owner, epoch, until: now() + ttlMs, since: new Date(now()).toISOString() });
      return { name, owner, epoch };
    },
    holder(name: string) {
      const row = rows.get(name);
      if (!row || row.owner === null || row.until <= now()) return null;
      return { owner: row.owner, epoch: row.epoch, since: row.since };
    },
    renew(lease: Lease, ttlMs: number): boolean {
      const row = rows.get(lease.name);
      if (!row || !isCurrent(lease)) return false;
      rows.set(lease.name, { ...row, until: now() + ttlMs });
      return true;
    },
    release(lease: Lease): void {
      const row = rows.get(lease.name);
      if (row && isCurrent(lease)) rows.set(lease.name, { ...row, owner: null });
    },
  };
}
