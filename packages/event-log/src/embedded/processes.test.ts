import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { collect, events, upTo, versionsOf } from '../conformance/events.ts';
import type { MaintainedLog } from '../maintained-log.ts';
import { bundleForChildren, type ChildProcesses } from '../testing/child-processes.ts';
import { openEmbeddedLog } from './embedded-log.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let children: ChildProcesses;
let dir: string;
let opened: MaintainedLog[];

beforeAll(async () => {
  children = await bundleForChildren();
});

afterAll(() => children.dispose());

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'magi-processes-'));
  opened = [];
});

afterEach(async () => {
  for (const log of opened) await log.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('a process that is killed while it appends', () => {
  it('loses no acknowledged event and leaves no half batch, however often (L1, L5)', async () => {
    let acknowledged = 0;
    for (const round of upTo(10)) {
      const writer = children.start('append-batches.mjs', [dir]);
      await writer.next();
      await sleep((round * 7) % 40);
      await writer.kill('SIGKILL');
      acknowledged = Number(writer.lines.at(-1));
    }
    const versions = await versionsOf(await open(), 'run');
    expect(versions).toEqual(upTo(versions.length));
    expect(versions.length).toBeGreaterThanOrEqual(acknowledged);
    expect(versions.length % 5).toBe(0);
  });
});

describe('four processes on one stream', () => {
  it('give each version once and every event a place (L1, L2)', async () => {
    const log = await open();
    const writers = upTo(4).map(() => children.start('append-racing.mjs', [dir, 25]));
    await Promise.all(writers.map(({ ended }) => ended));
    const stored = await collect(log.read('run'));
    expect(stored.map(({ version }) => version)).toEqual(upTo(100));
    for (const { pid } of writers) {
      const own = stored.map(({ id }) => id).filter((id) => id.startsWith(`${pid}-`));
      expect(own).toEqual(upTo(25).map((n) => `${pid}-${n - 1}`));
    }
  });
});

describe('the holder of a lease in another process', () => {
  it('is named with process, host and time, and replaced at once when it is killed (L6)', async () => {
    const log = await open();
    const holder = children.start('hold-lease.mjs', [dir, 'ann']);
    const old = JSON.parse((await holder.next()) as string);
    expect(await log.acquire('run', 'bob', 1000)).toBeNull();
    expect(await log.holder('run')).toMatchObject({
      owner: 'ann',
      epoch: 1,
      pid: holder.pid,
      host: hostname(),
      since: expect.stringMatching(/^20\d\d-/),
    });
    await holder.kill('SIGKILL');
    expect(await log.holder('run')).toBeNull();
    expect(await log.acquire('run', 'bob', 1000)).toMatchObject({ owner: 'bob', epoch: 2 });
    await expect(log.append('run', events(1), 0, { lease: old })).rejects.toMatchObject({
      code: 'MAGI_LOG_FENCED',
    });
  });

  it('keeps its right while it is stopped, and one of two that wait gets it (L6)', async () => {
    const log = await open();
    const holder = children.start('hold-lease.mjs', [dir, 'ann']);
    await holder.next();
    process.kill(holder.pid, 'SIGSTOP');
    expect(await log.acquire('run', 'bob', 1000)).toBeNull();
    await holder.kill('SIGKILL');
    const rivals = upTo(2).map((n) => children.start('hold-lease.mjs', [dir, `rival ${n}`]));
    const leases = await Promise.all(rivals.map((rival) => rival.next()));
    expect(leases.filter((lease) => lease === 'null')).toHaveLength(1);
  });
});

describe('a process whose files may not grow', () => {
  it('is told, has stored what was acknowledged, and others go on (L12)', async () => {
    await (await open()).close();
    const writer = children.start('append-batches.mjs', [dir, 4000], { fileLimitKb: 400 });
    await writer.ended;
    const [acknowledged, failure] = writer.lines.slice(-2);
    expect(failure).toMatch(/^MAGI_LOG_FULL /);
    const log = await open();
    expect(await versionsOf(log, 'run')).toEqual(upTo(Number(acknowledged)));
    const next = await log.append('run', events(1), Number(acknowledged));
    expect(next.version).toBe(Number(acknowledged) + 1);
  });
});

async function open(): Promise<MaintainedLog> {
  const log = await openEmbeddedLog({ dir });
  opened.push(log);
  return log;
}
