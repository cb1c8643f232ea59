import type { Lease } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import type { LogCapabilities, Subject } from './describe-event-log.ts';
import { events, versionsOf } from './events.ts';

const HOUR_MS = 3_600_000;

export function leaseLaws(subject: () => Promise<Subject>, capabilities: LogCapabilities): void {
  describe('leases', () => {
    it('gives the right to one owner at a time and names it (L6)', async () => {
      const { log } = await subject();
      const lease = (await log.acquire('run', 'ann', HOUR_MS)) as Lease;
      expect(lease).toMatchObject({ name: 'run', owner: 'ann' });
      expect(await log.acquire('run', 'bob', HOUR_MS)).toBeNull();
      expect(await log.acquire('run', 'ann', HOUR_MS)).toBeNull();
      expect(await log.holder('run')).toMatchObject({ owner: 'ann', epoch: lease.epoch });
    });

    it('keeps leases of different names apart', async () => {
      const { log } = await subject();
      expect(await log.acquire('run/1', 'ann', HOUR_MS)).not.toBeNull();
      expect(await log.acquire('run/2', 'bob', HOUR_MS)).not.toBeNull();
      expect(await log.holder('run/3')).toBeNull();
    });

    it('gives a released right to the next owner under a higher epoch (L7)', async () => {
      const { log } = await subject();
      const first = (await log.acquire('run', 'ann', HOUR_MS)) as Lease;
      await log.release(first);
      expect(await log.holder('run')).toBeNull();
      const second = (await log.acquire('run', 'bob', HOUR_MS)) as Lease;
      expect(second.epoch).toBeGreaterThan(first.epoch);
    });

    it('appends under a current lease and refuses one of an earlier epoch (L7)', async () => {
      const { log } = await subject();
      const old = (await log.acquire('run', 'ann', HOUR_MS)) as Lease;
      await log.append('run', events(1), 0, { lease: old });
      await log.release(old);
      const current = (await log.acquire('run', 'ann', HOUR_MS)) as Lease;
      await expect(log.append('run', events(1), 1, { lease: old })).rejects.toMatchObject({
        code: 'MAGI_LOG_FENCED',
      });
      await log.append('run', events(1), 1, { lease: current });
      expect(await versionsOf(log, 'run')).toEqual([1, 2]);
    });

    it('changes nothing for the present owner when an earlier one releases again (L6)', async () => {
      const { log } = await subject();
      const old = (await log.acquire('run', 'ann', HOUR_MS)) as Lease;
      await log.release(old);
      const current = (await log.acquire('run', 'bob', HOUR_MS)) as Lease;
      await log.release(old);
      expect(await log.holder('run')).toMatchObject({ owner: 'bob', epoch: current.epoch });
      expect(await log.acquire('run', 'eve', HOUR_MS)).toBeNull();
      await log.append('run', events(1), 0, { lease: current });
    });

    it('renews a current lease and says so when it is lost (L7)', async () => {
      const { log } = await subject();
      const old = (await log.acquire('run', 'ann', HOUR_MS)) as Lease;
      expect(await log.renew(old, HOUR_MS)).toBe(true);
      await log.release(old);
      expect(await log.renew(old, HOUR_MS)).toBe(false);
      await log.acquire('run', 'bob', HOUR_MS);
      expect(await log.renew(old, HOUR_MS)).toBe(false);
    });

    it('refuses an append under a lease that was never given (L7)', async () => {
      const { log } = await subject();
      const forged: Lease = { name: 'run', owner: 'eve', epoch: 1 };
      await expect(log.append('run', events(1), 0, { lease: forged })).rejects.toMatchObject({
        code: 'MAGI_LOG_FENCED',
      });
    });

    if (capabilities.takeover === 'when-time-is-up') {
      it('gives a lease whose time is up to another owner and fences the old one (L7)', async () => {
        const { log } = await subject();
        const old = (await log.acquire('run', 'ann', 0)) as Lease;
        expect(await log.holder('run')).toBeNull();
        expect(await log.acquire('run', 'bob', HOUR_MS)).not.toBeNull();
        await expect(log.append('run', events(1), 0, { lease: old })).rejects.toMatchObject({
          code: 'MAGI_LOG_FENCED',
        });
      });
    } else {
      it('keeps the right with a living owner, however long it takes (L6)', async () => {
        const { log } = await subject();
        await log.acquire('run', 'ann', 0);
        expect(await log.acquire('run', 'bob', HOUR_MS)).toBeNull();
        expect(await log.holder('run')).toMatchObject({ owner: 'ann' });
      });
    }
  });
}
