import { describe, expect, it } from 'vitest';
import { collect } from '../conformance/events.ts';
import { BIG_TEXT, done, INIT, record, timer } from '../conformance/recorded-run.ts';
import { listRuns } from '../list-runs.ts';
import { createMemoryLog } from '../memory-log.ts';
import { verifyRun } from '../verify/verify-run.ts';
import { readArchive } from './archive.ts';
import { collectGarbage } from './collect-garbage.ts';
import { purgeBlob } from './purge-blob.ts';
import { purgeRun } from './purge-run.ts';

const WHY = { at: '2026-02-01T00:00:00Z', reason: 'older than 30 days', owner: 'gc' };

describe('purgeRun', () => {
  it('removes a run and remembers its head (L11)', async () => {
    const log = createMemoryLog();
    const { version, hash } = await record(log, 'run', [INIT, timer('1')]);
    await record(log, 'kept', [INIT]);
    expect(await purgeRun(log, 'run', WHY)).toEqual({ ok: true, value: { version, hash } });
    expect(await collect(log.read('run'))).toEqual([]);
    expect((await collect(listRuns(log))).map(({ stream }) => stream)).toEqual(['kept']);
    expect(await collect(readArchive(log))).toMatchObject([
      { kind: 'run', run: 'run', version, hash, reason: WHY.reason },
    ]);
  });

  it('leaves a run alone that somebody is writing (L6)', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT]);
    await log.acquire('run', 'ann', 60_000);
    expect(await purgeRun(log, 'run', WHY)).toMatchObject({
      error: { kind: 'held', holder: { owner: 'ann' } },
    });
    expect(await collect(log.read('run'))).toHaveLength(1);
  });

  it('says that there is no such run and holds nothing after it', async () => {
    const log = createMemoryLog();
    expect(await purgeRun(log, 'run', WHY)).toEqual({ ok: false, error: { kind: 'no-such-run' } });
    expect(await log.holder('run')).toBeNull();
  });
});

describe('purgeBlob', () => {
  it('removes bytes, keeps the chain whole and says whether there were any (L8, L11)', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, done(BIG_TEXT)]);
    const [blob] = await collect(log.listBlobs());
    expect(await purgeBlob(log, blob?.sha256 as string, WHY)).toBe(true);
    expect(await purgeBlob(log, blob?.sha256 as string, WHY)).toBe(false);
    expect(await verifyRun(log, 'run')).toMatchObject({
      ok: true,
      problems: [{ kind: 'blob-purged', seq: 1 }],
    });
  });
});

describe('collectGarbage', () => {
  it('removes what no entry refers to, and nothing that was put just now (L11)', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const log = createMemoryLog({ now: () => now });
    await record(log, 'run', [INIT, done(BIG_TEXT)]);
    await record(log, 'gone', [INIT, done(`${BIG_TEXT}!`)]);
    await purgeRun(log, 'gone', WHY);
    now = Date.parse('2026-01-03T00:00:00Z');
    const fresh = await log.putBlob(Buffer.from('about to be referred to'));
    const freed = await collectGarbage(log, { before: '2026-01-02T00:00:00Z' });
    expect(freed).toEqual({ blobs: 1, bytes: BIG_TEXT.length + 5000 * 2 + 3 });
    expect(await verifyRun(log, 'run')).toMatchObject({ ok: true, problems: [] });
    expect(await log.getBlob(fresh)).not.toBeNull();
  });
});
