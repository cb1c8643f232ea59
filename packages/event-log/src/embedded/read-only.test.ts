import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { events, takeFrom, upTo, versionsOf } from '../conformance/events.ts';
import { describeReadOnlyLog } from '../conformance/index.ts';
import { exportRun } from '../exported/export-run.ts';
import { importRun } from '../exported/import-run.ts';
import { bundleForChildren, type ChildProcesses } from '../testing/child-processes.ts';
import { openEmbeddedLog } from './embedded-log.ts';

describeReadOnlyLog('embedded log, open for reading', async (source, place) => {
  const writer = await openEmbeddedLog({ dir: place });
  await importRun(writer, exportRun(source, 'run'));
  await writer.close();
  return openEmbeddedLog({ dir: place, readOnly: true });
});

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let children: ChildProcesses;
let dir: string;

beforeAll(async () => {
  children = await bundleForChildren();
});

afterAll(() => children.dispose());

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'magi-reading-'));
});

afterEach(() => {
  chmodSync(dir, 0o700);
  rmSync(dir, { recursive: true, force: true });
});

describe('a log that is open for reading', () => {
  it('sees what a writer appends meanwhile, and who holds the run (L9, L14)', async () => {
    const writer = await openEmbeddedLog({ dir });
    await writer.append('run', events(2), 0);
    await writer.acquire('run', 'ann', 1000);
    const reader = await openEmbeddedLog({ dir, readOnly: true });
    const tail = takeFrom(reader, 5);
    await writer.append('run', events(3), 2);
    expect((await tail).map(({ version }) => version)).toEqual(upTo(5));
    expect(await reader.holder('run')).toMatchObject({ owner: 'ann' });
    await reader.close();
    await writer.close();
  });

  it('never keeps a writer from appending', async () => {
    const writer = await openEmbeddedLog({ dir });
    await writer.append('run', events(1200), 0);
    const reader = await openEmbeddedLog({ dir, readOnly: true });
    let seen = 0;
    for await (const { version } of reader.read('run')) {
      seen = version;
      if (version % 400 === 0) await writer.append('other', events(1), 'any');
    }
    expect(seen).toBe(1200);
    expect(await versionsOf(writer, 'other')).toEqual([1, 2, 3]);
    await reader.close();
    await writer.close();
  });

  it('is refused where there is no log, and makes none', async () => {
    const nowhere = join(dir, 'nowhere');
    await expect(openEmbeddedLog({ dir: nowhere, readOnly: true })).rejects.toMatchObject({
      code: 'MAGI_LOG_MISSING',
    });
    await expect(openEmbeddedLog({ dir: nowhere, create: false })).rejects.toMatchObject({
      code: 'MAGI_LOG_MISSING',
    });
    expect(existsSync(nowhere)).toBe(false);
  });

  it('works in a folder without permission to write, where writing is refused (L12, L14)', async () => {
    await record(3);
    expect(await openedUnprivileged()).toEqual(['MAGI_LOG_UNWRITABLE', '3']);
  });

  it('works there on the database file alone (L14)', async () => {
    const living = mkdtempSync(join(tmpdir(), 'magi-living-'));
    const writer = await openEmbeddedLog({ dir: living });
    await writer.append('run', events(3), 0);
    await writer.close();
    copyFileSync(join(living, 'magi.db'), join(dir, 'magi.db'));
    rmSync(living, { recursive: true });
    expect(await openedUnprivileged()).toEqual(['MAGI_LOG_UNWRITABLE', '3']);
    expect(readdirSync(dir)).toEqual(['magi.db']);
  });

  it('says that it cannot be read without permission to', async () => {
    const writer = await openEmbeddedLog({ dir });
    await writer.close();
    expect(await openedUnprivileged(0o000)).toEqual(['MAGI_LOG_UNWRITABLE', 'MAGI_LOG_UNREADABLE']);
  });

  it('works there beside a living writer (L14)', async () => {
    const writer = await openEmbeddedLog({ dir });
    await writer.append('run', events(3), 0);
    expect(await openedUnprivileged()).toEqual(['MAGI_LOG_UNWRITABLE', '3']);
    await writer.close();
  });

  it('works there on what a killed writer left, also without its shared memory (L5, L14)', async () => {
    const living = mkdtempSync(join(tmpdir(), 'magi-living-'));
    const writer = await openEmbeddedLog({ dir: living });
    await writer.append('run', events(3), 0);
    for (const name of ['magi.db', 'magi.db-wal'])
      copyFileSync(join(living, name), join(dir, name));
    await writer.close();
    rmSync(living, { recursive: true });
    expect(statSync(join(dir, 'magi.db-wal')).size).toBeGreaterThan(0);
    expect(await openedUnprivileged()).toEqual(['MAGI_LOG_UNWRITABLE', '3']);
    expect(readdirSync(dir).sort()).toEqual(['magi.db', 'magi.db-wal']);
  });
});

async function record(count: number): Promise<void> {
  const writer = children.start('append-batches.mjs', [dir]);
  await writer.next();
  await writer.kill('SIGKILL');
  const log = await openEmbeddedLog({ dir });
  await log.deleteStream('run');
  await log.append('run', events(count), 0);
  await log.close();
}

/** What a user without rights is told on opening for writing, and how many events it can read. */
async function openedUnprivileged(mode = 0o444): Promise<readonly string[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'magi-scratch-'));
  for (const name of readdirSync(dir)) chmodSync(join(dir, name), name === 'locks' ? 0o555 : mode);
  chmodSync(dir, 0o555);
  const child = children.start('open-unprivileged.mjs', [scratch, dir]);
  await child.ended;
  rmSync(scratch, { recursive: true });
  return child.lines;
}
