import type { Lease } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import type { Subject } from './describe-event-log.ts';
import { appendRacing, collect, events, takeFrom, upTo, versionsOf } from './events.ts';

const HOUR_MS = 3_600_000;

/** Laws of a log that several handles share. */
export function sharedLaws(subject: () => Promise<Subject>): void {
  describe('several handles', () => {
    it('gives everything back after it was closed and opened again (L5)', async () => {
      const { log, another } = await subject();
      await log.append('run', events(3), 0);
      await log.putSnapshot('run', 3, 'schema', 'state');
      const digest = await log.putBlob(Buffer.from('bytes'));
      const before = await collect(log.readAll());
      await log.close();
      const again = await another();
      expect(await collect(again.readAll())).toEqual(before);
      expect(await again.getSnapshot('run', 'schema')).toEqual({ version: 3, state: 'state' });
      expect(Buffer.from((await again.getBlob(digest)) ?? []).toString()).toBe('bytes');
    });

    it('gives each version once to writers on different handles (L1, L2)', async () => {
      const { log, another } = await subject();
      const handles = [log, await another(), await another(), await another()];
      const writers = handles.map(async (handle) => {
        for (const n of upTo(10)) await appendRacing(handle, 'run', JSON.stringify({ n }));
      });
      await Promise.all(writers);
      expect(await versionsOf(log, 'run')).toEqual(upTo(40));
    });

    it('tails what another handle appends (L9)', async () => {
      const { log, another } = await subject();
      const writer = await another();
      const tail = takeFrom(log, 20);
      for (const n of upTo(20)) await writer.append('run', events(1), n - 1);
      expect((await tail).map(({ version }) => version)).toEqual(upTo(20));
    });

    it('shows a holder and refuses it to another handle until it is released (L6)', async () => {
      const { log, another } = await subject();
      const other = await another();
      const lease = (await log.acquire('run', 'ann', HOUR_MS)) as Lease;
      expect(await other.acquire('run', 'bob', HOUR_MS)).toBeNull();
      expect(await other.holder('run')).toMatchObject({ owner: 'ann' });
      await log.release(lease);
      expect(await other.acquire('run', 'bob', HOUR_MS)).not.toBeNull();
      expect(await log.holder('run')).toMatchObject({ owner: 'bob' });
    });

    it('fences an owner that was taken over by another handle (L7)', async () => {
      const { log, another } = await subject();
      const old = (await log.acquire('run', 'ann', HOUR_MS)) as Lease;
      await log.release(old);
      const other = await another();
      const current = (await other.acquire('run', 'bob', HOUR_MS)) as Lease;
      await other.append('run', events(1), 0, { lease: current });
      await expect(log.append('run', events(1), 1, { lease: old })).rejects.toMatchObject({
        code: 'MAGI_LOG_FENCED',
      });
    });

    it('frees the leases of a handle that is closed (L6)', async () => {
      const { log, another } = await subject();
      const other = await another();
      await log.acquire('run', 'ann', HOUR_MS);
      await log.close();
      expect(await other.holder('run')).toBeNull();
      expect(await other.acquire('run', 'bob', HOUR_MS)).toMatchObject({ epoch: 2 });
    });

    it('copies to another log with the same versions and hashes (L4)', async () => {
      const { log, another } = await subject();
      await log.append('run', events(4), 0);
      const stored = await collect(log.read('run'));
      await log.deleteStream('run');
      const copy = await another();
      await copy.append('run', stored, 0);
      const copied = await collect(copy.read('run'));
      expect(copied.map(({ version, hash }) => [version, hash])).toEqual(
        stored.map(({ version, hash }) => [version, hash]),
      );
    });
  });
}
