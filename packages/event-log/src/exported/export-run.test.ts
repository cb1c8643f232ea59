import { ExportedEntry } from '@magi/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, event } from '../conformance/events.ts';
import { BIG_TEXT, done, INIT, record, timer } from '../conformance/recorded-run.ts';
import { createMemoryLog } from '../memory-log.ts';
import { purgeBlob } from '../retention/purge-blob.ts';
import { verifyRun } from '../verify/verify-run.ts';
import { exportRun } from './export-run.ts';
import { importRun } from './import-run.ts';

describe('exportRun', () => {
  it('writes each stored body with id and hash at its end, one a line', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, timer('t')]);
    const lines = await collect(exportRun(log, 'run'));
    const stored = await collect(log.read('run'));
    expect(lines).toEqual(
      stored.map(({ body, id, hash }) => `${body.slice(0, -1)},"id":"${id}","hash":"${hash}"}\n`),
    );
    for (const line of lines) expect(ExportedEntry.safeParse(JSON.parse(line)).success).toBe(true);
  });

  it('adds the bytes of big payloads behind the entries, unless told not to', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, done(BIG_TEXT), done(BIG_TEXT)]);
    const lines = await collect(exportRun(log, 'run'));
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatch(/^\{"\$blobContent":"[0-9a-f]{64}","base64":"/);
    expect(await collect(exportRun(log, 'run', { blobs: false }))).toHaveLength(3);
  });

  it('refuses a body that is not one line of JSON', async () => {
    const log = createMemoryLog();
    await log.append('run', [event('{"a":\n1}')], 0);
    await expect(collect(exportRun(log, 'run'))).rejects.toMatchObject({
      code: 'MAGI_LOG_CORRUPT',
    });
  });
});

describe('importRun', () => {
  it('gives the same bytes, ids and hashes in another log (L4)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 5 }), async (outputs) => {
        const source = createMemoryLog();
        await record(source, 'run', [INIT, ...outputs.map((output) => done(output))], {
          blobLimitBytes: 64,
        });
        const target = createMemoryLog();
        const imported = await importRun(target, exportRun(source, 'run'));
        expect(imported).toMatchObject({ ok: true });
        expect(await collect(target.read('run'))).toEqual(await collect(source.read('run')));
        expect(await verifyRun(target, 'run')).toMatchObject({ ok: true, problems: [] });
      }),
      { numRuns: 50 },
    );
  });

  it('takes lines with and without their line breaks', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, timer('t')]);
    const lines = (await collect(exportRun(log, 'run'))).map((line) => line.trim());
    expect(await importRun(createMemoryLog(), lines)).toMatchObject({ ok: true });
    const windows = lines.map((line) => `${line}\r\n`);
    expect(await importRun(createMemoryLog(), windows)).toMatchObject({ ok: true });
  });

  it('stores a run under another name with a chain of its own', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, done(BIG_TEXT)]);
    const imported = await importRun(log, exportRun(log, 'run'), { as: 'copy' });
    expect(imported).toMatchObject({ ok: true, value: { run: 'copy', version: 2 } });
    expect(await verifyRun(log, 'copy')).toMatchObject({ ok: true });
    expect((await collect(log.read('copy')))[1]?.body).toContain('"run":"copy"');
  });

  it('says that a run of that name exists and leaves it alone', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT]);
    const lines = await collect(exportRun(log, 'run'));
    await record(log, 'other', [INIT, timer('t')]);
    expect(await importRun(log, lines, { as: 'other' })).toEqual({
      ok: false,
      error: { kind: 'exists', run: 'other' },
    });
    expect(await collect(log.read('other'))).toHaveLength(2);
  });

  it('stores nothing of a damaged export and names the damage', async () => {
    const lines = await exported([INIT, timer('1'), timer('2')]);
    lines[1] = lines[1]?.replace('"id":"1"', '"id":"7"') as string;
    const log = createMemoryLog();
    expect(await importRun(log, lines)).toMatchObject({
      ok: false,
      error: { kind: 'damaged', problems: [{ kind: 'altered', seq: 1 }] },
    });
    expect(await collect(log.listStreams())).toEqual([]);
  });

  it('refuses a torn last line unless it may be left out', async () => {
    const [first, second, third] = await exported([INIT, timer('1'), timer('2')]);
    const torn = [first, second, third?.slice(0, 40)] as string[];
    expect(await importRun(createMemoryLog(), torn)).toMatchObject({
      ok: false,
      error: { kind: 'damaged', problems: [{ kind: 'torn-tail', seq: 2 }] },
    });
    expect(await importRun(createMemoryLog(), torn, { repairTail: true })).toMatchObject({
      ok: true,
      value: { version: 2 },
    });
  });

  it('refuses blobs with other bytes, no lines at all and two runs at once', async () => {
    const lines = await exported([INIT, done(BIG_TEXT)]);
    const other = await exported([INIT], 'other');
    const swapped = lines.with(2, (lines[2] as string).replace('"base64":"', '"base64":"AAAA'));
    expect(await importRun(createMemoryLog(), swapped)).toMatchObject({
      error: { kind: 'damaged', problems: [{ kind: 'blob-corrupt' }] },
    });
    expect(await importRun(createMemoryLog(), [])).toEqual({ ok: false, error: { kind: 'empty' } });
    expect(await importRun(createMemoryLog(), [...lines, ...other])).toMatchObject({
      error: { kind: 'several-runs', runs: ['run', 'other'] },
    });
  });

  it('carries the reason of a purge along', async () => {
    const source = createMemoryLog();
    await record(source, 'run', [INIT, done(BIG_TEXT)]);
    for await (const { sha256 } of source.listBlobs()) {
      await purgeBlob(source, sha256, { at: '2026-02-01T00:00:00Z', reason: 'leak' });
    }
    const target = createMemoryLog();
    await importRun(target, exportRun(source, 'run'));
    expect(await verifyRun(target, 'run')).toMatchObject({
      ok: true,
      problems: [{ kind: 'blob-purged', seq: 1, severity: 'warning' }],
    });
  });
});

async function exported(bodies: Parameters<typeof record>[2], run = 'run'): Promise<string[]> {
  const log = createMemoryLog();
  await record(log, run, bodies);
  return collect(exportRun(log, run));
}
