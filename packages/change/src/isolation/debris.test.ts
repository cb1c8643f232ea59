import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRepository, type Repository } from '../repository.ts';
import { createRepository, type DisposableRepository } from '../testing/index.ts';
import { commitAttempt } from './commit-attempt.ts';
import { listDebris, removeDebris } from './debris.ts';
import { lockCandidate } from './lock-candidate.ts';
import { startAttempt } from './start-attempt.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let disposable: DisposableRepository;
let repository: Repository;
beforeEach(async () => {
  disposable = createRepository({ files: { 'a.ts': 'a\n' } });
  const opened = await openRepository(disposable.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  repository = opened.value;
});
afterEach(() => disposable.remove());

it('finds what runs left behind and removes it, keeping work as a patch', async () => {
  const folder = await started('left', 1);
  writeFileSync(join(folder, 'a.ts'), 'work\n');
  await commitAttempt(repository, { run: 'left', number: 1, message: 'work', at: 0 });
  const missing = await started('left', 2);
  rmSync(missing, { recursive: true });
  deadLock();
  const debris = await listDebris(repository);
  expect(debris.map(({ kind }) => kind)).toEqual(['attempt', 'attempt', 'lock']);
  await removeDebris(repository, debris);

  expect(await listDebris(repository)).toMatchObject([
    { kind: 'preserved', run: 'left', number: 1 },
    { kind: 'preserved', run: 'left', number: 2 },
  ]);
  expect(existsSync(join(disposable.dir, '.git/magi/preserved/left/1/attempt.patch'))).toBe(true);
  expect(disposable.git('for-each-ref', 'refs/heads/magi')).toBe('');
  expect(disposable.git('worktree', 'list', '--porcelain')).not.toContain('magi/attempts');
});

it('forgets kept patches when it is told to', async () => {
  await started('left', 1);
  await removeDebris(repository, await listDebris(repository));
  await removeDebris(repository, await listDebris(repository));
  expect(await listDebris(repository)).toEqual([]);
});

it('leaves runs alone that hold a lock or are named as alive', async () => {
  await started('running', 1);
  await started('parked', 1);
  await started('left', 1);
  await lockCandidate(repository, { run: 'running', ref: 'refs/heads/main', at: 0 });
  const debris = await listDebris(repository, { liveRuns: ['parked'] });
  expect(debris).toMatchObject([{ kind: 'attempt', run: 'left' }]);
});

it('leaves alone what is not in its namespace', async () => {
  disposable.git('branch', 'magi/attempt/by-hand');
  disposable.git('worktree', 'add', '-q', join(disposable.dir, 'mine'), '-b', 'mine');
  mkdirSync(join(disposable.dir, '.git/magi/attempts/odd name'), { recursive: true });
  expect(await listDebris(repository)).toEqual([]);
});

async function started(run: string, number: number): Promise<string> {
  const result = await startAttempt(repository, { run, number, from: 'HEAD' });
  if (!result.ok) throw new Error(result.error.message);
  return result.value.folder;
}

function deadLock(): void {
  const folder = join(disposable.dir, '.git/magi/locks');
  mkdirSync(folder, { recursive: true });
  const holder = { pid: spawnSync('true').pid, host: hostname(), run: 'left', since: 'then' };
  writeFileSync(join(folder, 'local-ref-0.1.json'), JSON.stringify({ ...holder, started: '' }));
}
