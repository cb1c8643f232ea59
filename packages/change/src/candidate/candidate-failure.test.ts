import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Candidate, ChangeRequest } from '@magi/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { openRepository } from '../repository.ts';
import {
  createRepository,
  type DisposableRepository,
  type RepositoryOptions,
} from '../testing/index.ts';
import { type CandidateOptions, resolveCandidate } from './resolve-candidate.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const made: { remove(): void }[] = [];
afterEach(() => {
  for (const repository of made.splice(0)) repository.remove();
});

it('fails without commits', async () => {
  const repository = given({});
  repository.write({ 'a.ts': 'a\n' });
  expect(await kind(repository, { mode: 'worktree' })).toBe('no-commits');
  expect(await kind(repository, { mode: 'staged' })).toBe('no-commits');
});

it.each(['no-such', '--output=/tmp/x', '', 'main..feature'])(
  'fails for the revision %j',
  async (rev) => {
    const repository = given({ files: { 'a.ts': 'a\n' } });
    expect(await kind(repository, { mode: 'commit', rev })).toBe('unknown-revision');
    expect(await kind(repository, { mode: 'range', base: rev, head: 'HEAD' })).toBe(
      'unknown-revision',
    );
    expect(await kind(repository, { mode: 'worktree', base: rev })).toBe('unknown-revision');
  },
);

it('fails without a default branch', async () => {
  const repository = given({ files: { 'a.ts': 'a\n' }, branch: 'one' });
  repository.git('branch', 'other');
  repository.write({ 'a.ts': 'A\n' });
  expect(await kind(repository, { mode: 'worktree' })).toBe('no-default-branch');
  expect(await kind(repository, { mode: 'worktree' }, { defaultBranch: 'other' })).toBe('none');
});

it('fails for unrelated histories', async () => {
  const repository = given({ files: { 'a.ts': 'a\n' } });
  repository.git('checkout', '-q', '--orphan', 'island');
  repository.commit('other root', { 'b.ts': 'b\n' });
  expect(await kind(repository, { mode: 'worktree' })).toBe('unrelated-histories');
});

it('fails in a shallow clone without the merge base or the parent', async () => {
  const origin = onBranch({ 'a.ts': 'a\n' });
  origin.commit('on the branch', { 'b.ts': 'b\n' });
  origin.git('checkout', '-q', 'main');
  origin.commit('on main', { 'c.ts': 'c\n' });
  const clone = given({});
  const url = `file://${origin.dir}`;
  clone.git('clone', '-q', '--depth=1', '--no-single-branch', url, 'shallow');
  const shallow = given({ dir: join(clone.dir, 'shallow') });
  const range: ChangeRequest = { mode: 'range', base: 'main', head: 'origin/feature' };
  expect(await kind(shallow, range)).toBe('shallow');
  expect(await kind(shallow, { mode: 'commit', rev: 'HEAD' })).toBe('shallow');
});

it('fails for an empty change', async () => {
  const repository = given({ files: { 'a.ts': 'a\n' } });
  expect(await kind(repository, { mode: 'worktree' })).toBe('empty-change');
  expect(await kind(repository, { mode: 'staged' })).toBe('empty-change');
  expect(await kind(repository, { mode: 'range', base: 'main', head: 'main' })).toBe(
    'empty-change',
  );
});

it.each(['no/such.ts', '../outside.ts', '/etc/passwd'])('fails for the path %s', async (path) => {
  const repository = given({ files: { 'a.ts': 'a\n' } });
  repository.write({ 'a.ts': 'A\n' });
  expect(await kind(repository, { mode: 'files', paths: [path] })).toBe('unknown-path');
});

it('fails for conflicts in the index, not for their files', async () => {
  const repository = onBranch({ 'a.ts': 'a\n' });
  repository.commit('on the branch', { 'a.ts': 'b\n' });
  repository.git('checkout', '-q', 'main');
  repository.commit('on main', { 'a.ts': 'c\n' });
  expect(() => repository.git('merge', 'feature')).toThrow();
  expect(await kind(repository, { mode: 'staged' })).toBe('unmerged');
  const found = await candidate(repository, { mode: 'worktree' });
  expect(found.files.map(({ path }) => path)).toEqual(['a.ts']);
});

it('fails for content that git cannot take', async () => {
  const repository = given({ files: { 'a.ts': 'a\n' } });
  given({ dir: join(repository.dir, 'inner') }).write({ 'x.ts': 'x\n' });
  expect(await kind(repository, { mode: 'worktree' })).toBe('unreadable-file');
});

it('fails for two paths that are shown alike', async () => {
  const repository = given({ files: { 'a.ts': 'a\n' } });
  const blob = repository.git('rev-parse', 'HEAD:a.ts');
  const names = ['b\xe9', 'b\\xe9'].map((name) => `100644 blob ${blob}\t${name}\0`).join('');
  const input = Buffer.from(names, 'latin1');
  const tree = execFileSync('git', ['mktree', '-z'], { cwd: repository.dir, input });
  const head = repository.git('commit-tree', '-m', 'odd', '-p', 'HEAD', tree.toString().trim());
  expect(await kind(repository, { mode: 'commit', rev: head })).toBe('ambiguous-paths');
});

function given(options: RepositoryOptions): DisposableRepository {
  const repository = createRepository(options);
  made.push(repository);
  return repository;
}

function onBranch(files: Record<string, string>): DisposableRepository {
  const repository = given({ files });
  repository.git('checkout', '-q', '-b', 'feature');
  return repository;
}

async function resolved(
  repository: DisposableRepository,
  request: ChangeRequest,
  options: CandidateOptions = {},
) {
  const opened = await openRepository(repository.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  const objectsDir = mkdtempSync(join(tmpdir(), 'magi-objects-'));
  made.push({ remove: () => rmSync(objectsDir, { recursive: true }) });
  return resolveCandidate(opened.value, request, { objectsDir, ...options });
}

async function candidate(...args: Parameters<typeof resolved>): Promise<Candidate> {
  const result = await resolved(...args);
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`);
  return result.value;
}

async function kind(...args: Parameters<typeof resolved>): Promise<string> {
  const result = await resolved(...args);
  return result.ok ? 'none' : result.error.kind;
}
