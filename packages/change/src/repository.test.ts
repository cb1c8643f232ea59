import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openRepository } from './repository.ts';
import { createRepository, type DisposableRepository } from './testing/index.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const made: DisposableRepository[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const repository of made.splice(0)) repository.remove();
});

it('finds the top of the working tree from a folder inside', async () => {
  const { dir } = given({ files: { 'src/deep/a.ts': 'a\n' } });
  await expect(opened(join(dir, 'src/deep'))).resolves.toMatchObject({
    root: dir,
    gitDir: join(dir, '.git'),
    commonDir: join(dir, '.git'),
    objectFormat: 'sha1',
    shallow: false,
  });
});

it('tells the git directory of a linked working tree from the common one', async () => {
  const repository = given({ files: { a: 'a\n' } });
  const linked = join(repository.dir, 'linked');
  repository.git('worktree', 'add', '-q', linked);
  await expect(opened(linked)).resolves.toMatchObject({
    root: linked,
    gitDir: join(repository.dir, '.git/worktrees/linked'),
    commonDir: join(repository.dir, '.git'),
  });
});

it('opens a path with a line end in it', async () => {
  const outer = given({ files: { a: 'a\n' } });
  const dir = join(outer.dir, 'two\nlines');
  given({ files: { a: 'a\n' }, dir });
  await expect(opened(dir)).resolves.toMatchObject({ root: dir });
});

it('knows the object format', async () => {
  const { dir } = given({ files: { a: 'a\n' }, objectFormat: 'sha256' });
  await expect(opened(dir)).resolves.toMatchObject({ objectFormat: 'sha256' });
});

it('knows a shallow clone', async () => {
  const origin = given({ files: { a: 'a\n' } });
  origin.commit('second', { a: 'b\n' });
  const clone = given({});
  clone.git('clone', '-q', '--depth=1', `file://${origin.dir}`, 'shallow');
  await expect(opened(join(clone.dir, 'shallow'))).resolves.toMatchObject({ shallow: true });
});

it('says that git is too old, though it repeats flags that it does not know', async () => {
  const { dir } = given({ files: { a: 'a\n' } });
  const programs = mkdtempSync(join(tmpdir(), 'magi-old-git-'));
  const says = 'case "$1" in version) echo git version 2.20.1 ;; *) printf "%s\\n" "$@" ;; esac';
  writeFileSync(join(programs, 'git'), `#!/bin/sh\n${says}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', programs);
  await expect(openRepository(dir)).resolves.toMatchObject({
    error: { kind: 'git-too-old', message: 'git version 2.20.1 is too old' },
  });
});

it('says that there is no git', async () => {
  const { dir } = given({ files: { a: 'a\n' } });
  vi.stubEnv('PATH', dir);
  await expect(openRepository(dir)).resolves.toMatchObject({ error: { kind: 'no-git' } });
});

it('refuses a folder outside of any repository', async () => {
  await expect(openRepository('/')).resolves.toMatchObject({ error: { kind: 'not-a-repository' } });
});

it('refuses a folder that does not exist', async () => {
  await expect(openRepository('/no/such/folder')).resolves.toMatchObject({
    error: { kind: 'unreadable' },
  });
});

it('refuses a bare repository', async () => {
  const { dir } = given({ bare: true });
  await expect(openRepository(dir)).resolves.toMatchObject({ error: { kind: 'bare' } });
});

it('refuses a bare repository hidden in a folder of a working tree', async () => {
  const outer = given({ files: { a: 'a\n' } });
  const dir = join(outer.dir, 'docs');
  given({ bare: true, dir });
  await expect(openRepository(dir)).resolves.toMatchObject({ error: { kind: 'bare' } });
});

it('refuses a configuration that claims a foreign working tree', async () => {
  const victim = given({});
  const repository = given({ files: { a: 'a\n' } });
  mkdirSync(join(victim.dir, 'home'));
  repository.git('config', 'core.worktree', join(victim.dir, 'home'));
  await expect(openRepository(repository.dir)).resolves.toMatchObject({
    error: { kind: 'foreign-worktree' },
  });
});

function given(options: Parameters<typeof createRepository>[0]): DisposableRepository {
  const repository = createRepository(options);
  made.push(repository);
  return repository;
}

async function opened(dir: string) {
  const result = await openRepository(dir);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
