import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog, Lease } from '@magi/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryLog } from '../memory-log.ts';
import { collect, events } from './events.ts';
import { BIG_TEXT, done, INIT, record, timer } from './recorded-run.ts';

const RUN = [INIT, timer('one'), done({ text: BIG_TEXT }), timer('two \ud800\u0000é')];

/**
 * Registers the laws of a log that is open for reading.
 *
 * @param openCopy brings the runs of a source log to a place (an existing empty folder) and opens
 * them there for reading
 */
export function describeReadOnlyLog(
  name: string,
  openCopy: (source: EventLog, place: string) => Promise<EventLog>,
): void {
  describe(name, () => {
    let place: string;
    let log: EventLog;
    const source = createMemoryLog();

    beforeEach(async () => {
      place = mkdtempSync(join(tmpdir(), 'magi-conformance-'));
      if ((await collect(source.listStreams())).length === 0) await record(source, 'run', RUN);
      log = await openCopy(source, place);
    });

    afterEach(async () => {
      await log.close();
      rmSync(place, { recursive: true, force: true });
    });

    it('reads every event as it was stored, with its hash (L3, L4)', async () => {
      expect(await collect(log.read('run'))).toEqual(await collect(source.read('run')));
      expect(await collect(log.read('run', { from: 2, to: 3 }))).toHaveLength(2);
      expect(await collect(log.readAll({ types: ['timer'] }))).toHaveLength(2);
    });

    it('lists its streams with their heads', async () => {
      expect(await collect(log.listStreams())).toEqual(await collect(source.listStreams()));
    });

    it('gives the blobs that the entries refer to (L8)', async () => {
      for await (const { sha256 } of source.listBlobs()) {
        const [copy, original] = [await log.getBlob(sha256), await source.getBlob(sha256)];
        expect(Buffer.compare(copy as Uint8Array, original as Uint8Array)).toBe(0);
      }
    });

    it('subscribes to what there is', async () => {
      const stop = new AbortController();
      const seen: number[] = [];
      for await (const { version } of log.subscribe({ signal: stop.signal })) {
        if (seen.push(version) === 4) stop.abort();
      }
      expect(seen).toEqual([1, 2, 3, 4]);
    });

    it('knows of no holder and no state', async () => {
      expect(await log.holder('run')).toBeNull();
      expect(await log.getSnapshot('run', 'schema')).toBeNull();
    });

    it('refuses every write by name', async () => {
      const lease: Lease = { name: 'run', owner: 'ann', epoch: 1 };
      const writes = [
        log.append('run', events(1), 4),
        log.putBlob(Buffer.from('x')),
        log.putSnapshot('run', 1, 'schema', ''),
        log.acquire('run', 'ann', 1000),
        log.renew(lease, 1000),
        log.release(lease),
        log.deleteStream('run'),
      ];
      for (const write of writes) {
        await expect(write).rejects.toMatchObject({ code: 'MAGI_LOG_UNWRITABLE' });
      }
    });
  });
}
