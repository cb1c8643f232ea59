import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangedFile } from '@magi/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRepository, type Repository } from '../repository.ts';
import { createRepository, type DisposableRepository, type Files } from '../testing/index.ts';
import { diffTrees } from './diff-trees.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('the tricky repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'magi-tricky-'));
  const dir = join(folder, 'repo');
  let files: readonly ChangedFile[];
  beforeAll(async () => {
    const script = new URL('../../test/fixtures/tricky-repo.sh', import.meta.url).pathname;
    execFileSync('bash', [script, folder], { stdio: 'ignore' });
    files = await diffTrees(await opened(dir), 'base', 'HEAD');
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gives the 32 entries that git counts, with its counts', () => {
    const counted = files.map((file) => [file.path, file.added, file.removed]);
    expect(counted).toHaveLength(32);
    expect(new Set(counted.map(String))).toEqual(new Set(numstat(dir).map(String)));
  });

  it.each([
    ['sub', 'modified', 'gitlink'],
    ['link', 'modified', 'symlink'],
    ['link2', 'deleted', 'symlink'],
    ['newbin.png', 'added', 'binary'],
    ['binren2.dat', 'renamed', 'binary'],
    ['mode.sh', 'modified', 'text'],
    ['new.ts', 'renamed', 'text'],
    ['d1/ren_pure2.ts', 'renamed', 'text'],
    ['d1/ren_edit2.ts', 'renamed', 'text'],
    ['longline.txt', 'modified', 'text'],
  ])('reads %s as %s %s', (path, status, kind) => {
    expect(files.find((file) => file.path === path)).toMatchObject({ status, kind });
  });

  it('keeps the modes of a file that became executable', () => {
    const mode = files.find((file) => file.path === 'mode.sh');
    expect(mode).toMatchObject({ oldMode: '100644', newMode: '100755', hunks: [] });
  });

  it('gives the same whatever the configuration says about diffs', async () => {
    const odd = {
      'diff.noprefix': 'true',
      'diff.mnemonicPrefix': 'true',
      'diff.external': 'false',
      'diff.submodule': 'log',
      'diff.interHunkContext': '50',
      'diff.context': '9',
      'diff.algorithm': 'patience',
      'diff.ignoreSubmodules': 'all',
      'diff.renames': 'copies',
      'core.quotePath': 'false',
      'core.bigFileThreshold': '1',
      'color.ui': 'always',
    };
    for (const [name, value] of Object.entries(odd)) {
      execFileSync('git', ['config', name, value], { cwd: dir });
    }
    expect(await diffTrees(await opened(dir), 'base', 'HEAD')).toEqual(files);
  });
});

it('shows a path that is not UTF-8 with escapes and keeps its bytes', async () => {
  const repository = given({ 'a.txt': 'a\n' });
  const blob = repository.git('rev-parse', 'HEAD:a.txt');
  const tree = treeFrom(repository, Buffer.from(`100644 blob ${blob}\tcaf\xe9\\.ts\0`, 'latin1'));
  const [added] = await diffTrees(await opened(repository.dir), 'HEAD^{tree}', tree);
  expect(added).toMatchObject({
    path: 'caf\\xe9\\x5c.ts',
    rawPath: Buffer.from('caf\xe9\\.ts', 'latin1').toString('base64'),
    oldPath: 'a.txt',
  });
  repository.remove();
});

it('reads a type change as one file with both hunks', async () => {
  const repository = given({ link: 'one\ntwo\n' });
  const blob = repository.git('rev-parse', 'HEAD:link');
  const tree = treeFrom(repository, `120000 blob ${blob}\tlink\0`);
  const files = await diffTrees(await opened(repository.dir), 'HEAD^{tree}', tree);
  expect(files).toMatchObject([
    { path: 'link', status: 'type_changed', kind: 'symlink', oldMode: '100644', newMode: '120000' },
  ]);
  repository.remove();
});

it.each([
  ['edited', { 'big.bin': pointer('b') }, 'big.bin'],
  ['moved', { 'big.bin': null, 'moved.bin': pointer('a') }, 'moved.bin'],
  ['deleted', { 'big.bin': null }, 'big.bin'],
])('recognises a pointer to large file storage that was %s', async (_, change: Files, path) => {
  const repository = given({ 'big.bin': pointer('a'), 'other.txt': 'text\n' });
  repository.commit('second', change);
  const [file] = await diffTrees(await opened(repository.dir), 'HEAD~1', 'HEAD');
  expect(file).toMatchObject({ path, kind: 'lfs_pointer' });
  repository.remove();
});

it('does not let a change hide its text behind an attribute', async () => {
  const repository = given({ 'a.ts': 'a\n' });
  repository.commit('second', { '.gitattributes': '*.ts -diff binary\n', 'a.ts': 'b\n' });
  const files = await diffTrees(await opened(repository.dir), 'HEAD~1', 'HEAD');
  expect(files.find(({ path }) => path === 'a.ts')).toMatchObject({ kind: 'text', added: 1 });
  repository.remove();
});

it('reads a repository with SHA-256 ids', async () => {
  const repository = createRepository({ files: { 'a.ts': 'a\n' }, objectFormat: 'sha256' });
  repository.commit('second', { 'a.ts': 'b\n' });
  const [file] = await diffTrees(await opened(repository.dir), 'HEAD~1', 'HEAD');
  expect(file?.newOid).toHaveLength(64);
  repository.remove();
});

function pointer(digit: string): string {
  const oid = digit.repeat(64);
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`;
}

function given(files: Files): DisposableRepository {
  return createRepository({ files });
}

async function opened(dir: string): Promise<Repository> {
  const result = await openRepository(dir);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function treeFrom(repository: DisposableRepository, listing: string | Buffer): string {
  const options = { cwd: repository.dir, input: listing };
  return execFileSync('git', ['mktree', '-z'], options).toString().trim();
}

/** What git counts: path, added, removed; null for binary. */
function numstat(dir: string): (string | number | null)[][] {
  const args = ['diff', '-M', '--numstat', '-z', 'base', 'HEAD'];
  const fields = execFileSync('git', args, { cwd: dir }).toString('utf8').split('\0');
  const rows: (string | number | null)[][] = [];
  while (fields.length > 1) {
    const [, added = '', removed = '', name] =
      /^(.+?)\t(.+?)\t([\s\S]*)$/.exec(fields.shift() ?? '') ?? [];
    const path = name === '' ? fields.splice(0, 2)[1] : name;
    rows.push([path ?? '', count(added), count(removed)]);
  }
  return rows;
}

function count(text: string): number | null {
  return text === '-' ? null : Number(text);
}
