import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangeRequest, Snapshot } from '@magi/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { resolveCandidate } from '../candidate/resolve-candidate.ts';
import { openRepository } from '../repository.ts';
import { createRepository, type DisposableRepository } from '../testing/index.ts';
import { openSnapshot } from './open-snapshot.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

it('reads both sides of changed and unchanged files', async () => {
  const repository = given({ 'a.ts': 'a\n', 'same.ts': 's\n' });
  repository.write({ 'a.ts': 'A\n' });
  const snapshot = await snapshotOf(repository, { mode: 'worktree' });
  expect(await text(snapshot, 'base', 'a.ts')).toBe('a\n');
  expect(await text(snapshot, 'head', 'a.ts')).toBe('A\n');
  expect(await text(snapshot, 'head', 'same.ts')).toBe('s\n');
});

it('still shows what was captured after the working tree has changed', async () => {
  const repository = given({ 'a.ts': 'a\n' });
  repository.write({ 'a.ts': 'captured\n' });
  const snapshot = await snapshotOf(repository, { mode: 'worktree' });
  repository.write({ 'a.ts': 'later\n' });
  expect(await text(snapshot, 'head', 'a.ts')).toBe('captured\n');
});

it('reads uncommitted work again after the candidate went through the log', async () => {
  const repository = given({ 'a.ts': 'a\n' });
  repository.write({ 'a.ts': 'captured\n' });
  const objectsDir = objectsFolder();
  const first = await snapshotOf(repository, { mode: 'worktree' }, objectsDir);
  const recorded = JSON.stringify(first.candidate);
  await first.dispose();
  repository.git('checkout', '-q', '.');
  repository.git('gc', '-q', '--prune=now');
  const opened = await openRepository(repository.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  const again = await openSnapshot(opened.value, JSON.parse(recorded), { objectsDir });
  cleanups.push(again.dispose);
  expect(await text(again, 'head', 'a.ts')).toBe('captured\n');
});

it('reads many blobs at once, big ones among them', async () => {
  const big = 'x'.repeat(3_000_000);
  const names = Array.from({ length: 60 }, (_, index) => `f${index}.txt`);
  const files = Object.fromEntries(names.map((name, index) => [name, index % 20 ? name : big]));
  const snapshot = await snapshotOf(given(files), { mode: 'commit', rev: 'HEAD' });
  const contents = await Promise.all(names.map((name) => text(snapshot, 'head', name)));
  expect(contents.map((content) => content?.length)).toEqual(
    names.map((name, index) => (index % 20 ? name.length : big.length)),
  );
});

it('has no content for a path that a side lacks', async () => {
  const repository = given({ 'a.ts': 'a\n' });
  repository.write({ 'new.ts': 'n\n' });
  const snapshot = await snapshotOf(repository, { mode: 'worktree' });
  expect(await snapshot.read('base', 'new.ts')).toBeNull();
  expect(await snapshot.read('head', 'no/such.ts')).toBeNull();
});

it('reads the old content of a renamed file under its old path', async () => {
  const repository = given({ 'old.ts': 'same\ntext\n' });
  repository.commit('second', { 'old.ts': null, 'new.ts': 'same\ntext\n' });
  const snapshot = await snapshotOf(repository, { mode: 'commit', rev: 'HEAD' });
  expect(await text(snapshot, 'base', 'old.ts')).toBe('same\ntext\n');
  expect(await snapshot.read('base', 'new.ts')).toBeNull();
});

it('lists a side bytewise sorted, without repositories inside', async () => {
  const repository = given({ 'b.ts': 'b\n', 'a/x.ts': 'x\n', 'a.ts': 'a\n', 'ä.ts': 'ä\n' });
  createRepository({ files: { x: 'x\n' }, dir: join(repository.dir, 'inner') });
  const snapshot = await snapshotOf(repository, { mode: 'worktree' });
  expect(await snapshot.list('head')).toEqual(['a.ts', 'a/x.ts', 'b.ts', 'ä.ts']);
});

it('materialises links as files that hold their target, and removes all of it in the end', async () => {
  const repository = given({ 'deep/a.ts': 'a\n' });
  symlinkSync('/etc/passwd', join(repository.dir, 'link'));
  const snapshot = await snapshotOf(repository, { mode: 'worktree' });
  const folder = await snapshot.materialise('head', ['link', 'deep/a.ts', 'no/such']);
  expect(lstatSync(join(folder, 'link')).isFile()).toBe(true);
  expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('/etc/passwd');
  expect(readFileSync(join(folder, 'deep/a.ts'), 'utf8')).toBe('a\n');
  await snapshot.dispose();
  expect(existsSync(folder)).toBe(false);
});

it('materialises nothing outside of its folder', async () => {
  const snapshot = await snapshotOf(given({ 'a.ts': 'a\n' }), { mode: 'commit', rev: 'HEAD' });
  for (const path of ['../out', '/out', '.git/config', 'a/../../out', 'sub/.GIT/hooks/x']) {
    await expect(snapshot.materialise('head', [path])).rejects.toMatchObject({
      code: 'MAGI_UNSAFE_PATH',
    });
  }
});

it('calls a blob that is gone missing, never empty', async () => {
  const repository = given({ 'a.ts': 'a\n' });
  const blob = repository.git('rev-parse', 'HEAD:a.ts');
  const snapshot = await snapshotOf(repository, { mode: 'commit', rev: 'HEAD' });
  rmSync(join(repository.dir, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  await expect(snapshot.read('head', 'a.ts')).rejects.toMatchObject({
    code: 'MAGI_OBJECT_MISSING',
  });
});

function given(files: Record<string, string>): DisposableRepository {
  const repository = createRepository({ files });
  cleanups.push(repository.remove);
  return repository;
}

function objectsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'magi-objects-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function snapshotOf(
  repository: DisposableRepository,
  request: ChangeRequest,
  objectsDir = objectsFolder(),
) {
  const opened = await openRepository(repository.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  const candidate = await resolveCandidate(opened.value, request, { objectsDir });
  if (!candidate.ok) throw new Error(candidate.error.message);
  const snapshot = await openSnapshot(opened.value, candidate.value, { objectsDir });
  cleanups.push(snapshot.dispose);
  return snapshot;
}

async function text(snapshot: Snapshot, side: 'base' | 'head', path: string) {
  const content = await snapshot.read(side, path);
  return content === null ? null : Buffer.from(content).toString('utf8');
}
