import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collect, events, versionsOf } from '../conformance/events.ts';
import { INIT, record, timer } from '../conformance/recorded-run.ts';
import { verifyRun } from '../verify/verify-run.ts';
import { loadDriver } from './driver.ts';
import { openEmbeddedLog } from './embedded-log.ts';
import { isSafeForWal, openWritable } from './open-writable.ts';
import { pragma } from './schema.ts';
import { isNetworkFileSystem } from './state-folder.ts';

let place: string;
let dir: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'magi-folder-'));
  dir = join(place, 'state', 'magi');
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

describe('the state folder', () => {
  it('and everything in it is for its owner alone', async () => {
    const log = await openEmbeddedLog({ dir });
    await log.append('run', events(1), 0);
    await log.acquire('run', 'ann', 1000);
    expect(modeOf(dir)).toBe('700');
    expect(modeOf(join(dir, 'locks'))).toBe('700');
    for (const name of readdirSync(dir).filter((name) => name !== 'locks')) {
      expect([name, modeOf(join(dir, name))]).toEqual([name, '600']);
    }
    expect(modeOf(join(dir, 'locks', 'run-run.lock'))).toBe('600');
    await log.close();
  });

  it.each([
    ['the folder', ''],
    ['the database', 'magi.db'],
    ['the folder of locks', 'locks'],
  ])('is refused when %s is a symbolic link', async (_what, name) => {
    const elsewhere = join(place, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(name === '' ? join(place, 'state') : dir, { recursive: true });
    symlinkSync(elsewhere, join(dir, name));
    await expect(openEmbeddedLog({ dir })).rejects.toMatchObject({ code: 'MAGI_LOG_SYMLINK' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('is refused by name when it cannot be made', async () => {
    writeFileSync(join(place, 'state'), 'a file');
    await expect(openEmbeddedLog({ dir })).rejects.toMatchObject({
      code: 'MAGI_LOG_UNWRITABLE',
      exitCode: 2,
    });
  });

  it('is cleared of the locks of runs that are gone, and of no others', async () => {
    const log = await openEmbeddedLog({ dir });
    for (const name of ['gone', 'kept', 'held']) {
      const lease = await log.acquire(name, 'ann', 1000);
      if (name === 'kept') await log.append('kept', events(1), 0);
      if (lease && name !== 'held') await log.release(lease);
    }
    await log.reclaim();
    expect(readdirSync(join(dir, 'locks')).sort()).toEqual(['run-held.lock', 'run-kept.lock']);
    expect(await log.acquire('gone', 'bob', 1000)).toMatchObject({ epoch: 2 });
    await log.close();
  });

  it('gives space back when a run is removed (L11)', async () => {
    const log = await openEmbeddedLog({ dir });
    const body = JSON.stringify({ text: 'x'.repeat(100_000) });
    await log.append(
      'run',
      events(20).map((event) => ({ ...event, body })),
      0,
    );
    await log.close();
    const before = statSync(join(dir, 'magi.db')).size;
    const again = await openEmbeddedLog({ dir });
    await again.deleteStream('run');
    await again.reclaim();
    await again.close();
    expect(statSync(join(dir, 'magi.db')).size).toBeLessThan(before / 10);
  });
});

describe('the database', () => {
  it('syncs every commit, read back from the driver (L5)', async () => {
    await (await openEmbeddedLog({ dir })).close();
    const file = join(dir, 'magi.db');
    const connection = await openWritable(await loadDriver(), file, { sharesMemory: true });
    expect(pragma(connection, 'synchronous')).toBe(2);
    expect(pragma(connection, 'auto_vacuum')).toBe(2);
    expect(connection.sql('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    connection.close();
  });

  it('keeps a rollback journal where memory cannot be shared, and stores as durably (L5)', async () => {
    const connection = await openWritable(await loadDriver(), join(place, 'db'), {
      sharesMemory: false,
    });
    expect(pragma(connection, 'synchronous')).toBe(2);
    expect(connection.sql('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' });
    connection.close();
  });

  it.each([
    [0x6969, true],
    [-11317950, true],
    [0xfe534d42, true],
    [0x01021997, true],
    [0xef53, false],
    [0x794c7630, false],
  ])('takes the file system %i for a network one: %s', (type, expected) => {
    expect(isNetworkFileSystem(type)).toBe(expected);
  });

  it.each([
    ['3.51.2', false],
    ['3.51.3', true],
    ['3.53.0', true],
    ['4.0.0', true],
    ['3.45.1', false],
  ])('of SQLite %s may be used by two processes: %s', (version, expected) => {
    expect(isSafeForWal(version)).toBe(expected);
  });

  it('that a newer version made is refused by name', async () => {
    await tamper('PRAGMA user_version = 2');
    await expect(openEmbeddedLog({ dir })).rejects.toMatchObject({
      code: 'MAGI_LOG_NEWER',
      message: expect.stringContaining('has log format 2; this magi reads up to 1'),
    });
    await expect(openEmbeddedLog({ dir, readOnly: true })).rejects.toMatchObject({
      code: 'MAGI_LOG_NEWER',
    });
  });

  it('that is still being made is no log yet for a reader', async () => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'magi.db'), '');
    await expect(openEmbeddedLog({ dir, readOnly: true })).rejects.toMatchObject({
      code: 'MAGI_LOG_MISSING',
    });
  });

  it('of another program is refused by name', async () => {
    await tamper('PRAGMA application_id = 7');
    await expect(openEmbeddedLog({ dir })).rejects.toMatchObject({ code: 'MAGI_LOG_FOREIGN' });
  });

  it('that is no database is refused by name', async () => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'magi.db'), 'x'.repeat(5000));
    await expect(openEmbeddedLog({ dir })).rejects.toMatchObject({
      code: 'MAGI_LOG_CORRUPT',
      exitCode: 5,
    });
  });

  it('with an altered entry is pinpointed, and read up to there (L4)', async () => {
    await tamper(
      `UPDATE events SET body = replace(body, '"id":"1"', '"id":"9"') WHERE version = 2`,
    );
    const log = await openEmbeddedLog({ dir });
    expect((await verifyRun(log, 'run')).problems).toMatchObject([{ kind: 'altered', seq: 1 }]);
    await log.close();
  });

  it('with a cut-off tail is pinpointed by the head that it remembers (L4)', async () => {
    await tamper('DELETE FROM events WHERE version > 2');
    const log = await openEmbeddedLog({ dir });
    expect((await verifyRun(log, 'run')).problems).toMatchObject([{ kind: 'cut-off', seq: 2 }]);
    await log.close();
  });

  it('with a blob of other bytes is pinpointed (L8)', async () => {
    const log = await openEmbeddedLog({ dir });
    const digest = await log.putBlob(Buffer.from('bytes'));
    await log.close();
    await execute("UPDATE blobs SET bytes = x'00'");
    const again = await openEmbeddedLog({ dir });
    await expect(again.getBlob(digest)).rejects.toMatchObject({ code: 'MAGI_LOG_CORRUPT' });
    await again.close();
  });

  it('refuses work after it was closed, and closes once', async () => {
    const log = await openEmbeddedLog({ dir });
    await log.close();
    await log.close();
    await expect(log.append('run', events(1), 0)).rejects.toMatchObject({
      code: 'MAGI_LOG_CLOSED',
    });
    await expect(versionsOf(log, 'run')).rejects.toMatchObject({ code: 'MAGI_LOG_CLOSED' });
    await expect(collect(log.listStreams())).rejects.toMatchObject({ code: 'MAGI_LOG_CLOSED' });
  });
});

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** Records a run, then does to its database what nobody should. */
async function tamper(sql: string): Promise<void> {
  const log = await openEmbeddedLog({ dir });
  await record(log, 'run', [INIT, timer('1'), timer('2'), timer('3')]);
  await log.close();
  await execute(sql);
}

async function execute(sql: string): Promise<void> {
  const database = (await loadDriver()).open(join(dir, 'magi.db'), { busyMs: 1000 });
  database.exec(sql);
  database.close();
}
