import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRepository, type Repository } from '../repository.ts';
import { createRepository, type DisposableRepository } from '../testing/index.ts';
import { lockCandidate } from './lock-candidate.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const main = 'refs/heads/main';
const hasFlock = spawnSync('flock', ['--version']).error === undefined;
let disposable: DisposableRepository;
let repository: Repository;
let other: ChildProcess | undefined;
beforeEach(async () => {
  disposable = createRepository({ files: { 'a.ts': 'a\n' } });
  const opened = await openRepository(disposable.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  repository = opened.value;
});
afterEach(() => {
  other?.kill('SIGKILL');
  other = undefined;
  disposable.remove();
});

it('lets one run work on a candidate and tells the second who it is', async () => {
  const first = await lock('one');
  const second = await lock('two');
  expect(second).toMatchObject({
    ok: false,
    error: { kind: 'busy', holder: { run: 'one', pid: process.pid, host: hostname() } },
  });
  if (!second.ok) expect(second.error.message).toMatch(/^main is being worked on by run one/);
  if (first.ok) await first.value.release();
  await taken('two');
});

it('lets runs on different candidates go on side by side', async () => {
  await taken('one');
  await taken('two', { ref: 'refs/heads/other' });
  await taken('three', { ref: null });
});

it('is one lock for all working trees of a repository', async () => {
  disposable.git('worktree', 'add', '-q', 'linked', '-b', 'linked');
  const linked = await openRepository(join(disposable.dir, 'linked'));
  if (!linked.ok) throw new Error(linked.error.message);
  await taken('one');
  const second = await lockCandidate(linked.value, { run: 'two', ref: main, at: 0 });
  expect(second.ok).toBe(false);
});

it('never gives the lock to two of many that ask at once', async () => {
  const asked = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((run) => lock(run)));
  expect(asked.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
});

it('guards the remote target too, and gives both up when one is taken', async () => {
  const remote = { repository: '/remote.git', ref: main };
  await taken('one', { remote });
  expect((await lock('two', { ref: 'refs/heads/other', remote })).ok).toBe(false);
  await taken('three', { ref: 'refs/heads/other' });
});

it('does not count a dead holder, and sweeps its file', async () => {
  announce({ pid: deadPid(), host: hostname(), started: '', run: 'dead' });
  await taken('two');
  expect(lockFiles()).toHaveLength(1);
});

it('does not count another process that got the number of the dead one', async () => {
  announce({ pid: process.pid, host: hostname(), started: 'long ago', run: 'dead' });
  await taken('two');
});

it.each([
  ['on another host', '{"pid":1,"host":"elsewhere","started":"","run":"far","since":"today"}'],
  ['that cannot be read', 'not json'],
])('counts a holder %s as alive', async (_, text) => {
  writeLockFile(text);
  expect((await lock('two')).ok).toBe(false);
  expect(lockFiles()).toHaveLength(1);
});

describe.runIf(hasFlock)('beside a program that holds the lock file of seed 002', () => {
  it('is kept out by it', async () => {
    other = await flockHeld(seedLockFile());
    const asked = await lock('one');
    expect(asked).toMatchObject({ ok: false, error: { kind: 'busy', holder: null } });
    expect(lockFiles()).toEqual([]);
  });

  it('keeps it out', async () => {
    const held = await lock('one');
    const tried = () => spawnSync('flock', ['-x', '-n', seedLockFile(), 'true']).status;
    expect(tried()).toBe(1);
    if (held.ok) await held.value.release();
    expect(tried()).toBe(0);
  });
});

function lock(run: string, change: object = {}) {
  return lockCandidate(repository, { run, ref: main, at: 0, ...change });
}

async function taken(run: string, change: object = {}): Promise<void> {
  expect(await lock(run, change)).toMatchObject({ ok: true });
}

function key(): string {
  const text = `${repository.commonDir}\x1f${main}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function seedLockFile(): string {
  const folder = join(repository.commonDir, 'review-fix-loop/locks');
  mkdirSync(folder, { recursive: true });
  return join(folder, `local-ref-${key()}.lock`);
}

function locksFolder(): string {
  return join(repository.commonDir, 'magi/locks');
}

function lockFiles(): readonly string[] {
  return readdirSync(locksFolder());
}

function announce(holder: object): void {
  writeLockFile(JSON.stringify({ since: 'then', ...holder }));
}

function writeLockFile(text: string): void {
  mkdirSync(locksFolder(), { recursive: true });
  writeFileSync(join(locksFolder(), `local-ref-${key()}.0123.json`), text);
}

function deadPid(): number {
  return spawnSync('true').pid;
}

function flockHeld(file: string): Promise<ChildProcess> {
  const child = spawn('flock', ['-x', '-n', file, 'cat']);
  return new Promise((resolve) => {
    child.stdout.once('data', () => resolve(child));
    child.stdin.write('\n');
  });
}
