import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRepository, type Repository } from '../repository.ts';
import { createRepository, type DisposableRepository } from '../testing/index.ts';
import { attemptState } from './attempt-state.ts';
import { commitAttempt } from './commit-attempt.ts';
import { promoteAttempt } from './promote-attempt.ts';
import { startAttempt } from './start-attempt.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const first = { run: 'run1', number: 1 };
const branch = 'refs/heads/main';
let disposable: DisposableRepository;
let repository: Repository;
let from: string;
beforeEach(async () => {
  disposable = createRepository({ files: { 'a.ts': 'one\ntwo\n', 'b.ts': 'b\n' } });
  from = disposable.git('rev-parse', 'HEAD');
  const opened = await openRepository(disposable.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  repository = opened.value;
});
afterEach(() => disposable.remove());

it('moves branch, index and files of the checkout to the commit', async () => {
  const commit = await fixed({ 'a.ts': 'fixed\n', 'new.ts': 'n\n', 'b.ts': null });
  await expect(promote(commit)).resolves.toMatchObject({ outcome: 'promoted', head: commit });
  expect(disposable.git('status', '--porcelain')).toBe('');
  expect(disposable.git('rev-parse', 'main')).toBe(commit);
  expect(readFileSync(join(disposable.dir, 'a.ts'), 'utf8')).toBe('fixed\n');
  expect(await attemptState(repository, first)).toMatchObject({ state: 'promoted' });
});

it('may be done again', async () => {
  const commit = await fixed({ 'a.ts': 'fixed\n' });
  await promote(commit);
  disposable.commit('by a person, on top', { 'c.ts': 'c\n' });
  await expect(promote(commit)).resolves.toMatchObject({ outcome: 'promoted' });
});

it('finishes what a kill cut off between files and branch', async () => {
  const commit = await fixed({ 'a.ts': 'fixed\n' });
  disposable.git('read-tree', '-m', '-u', from, commit);
  await expect(promote(commit)).resolves.toMatchObject({ outcome: 'promoted' });
  expect(disposable.git('status', '--porcelain')).toBe('');
});

it('leaves untracked files alone', async () => {
  const commit = await fixed({ 'a.ts': 'fixed\n' });
  disposable.write({ 'notes.txt': 'mine\n' });
  await expect(promote(commit)).resolves.toMatchObject({ outcome: 'promoted' });
  expect(disposable.git('status', '--porcelain')).toBe('?? notes.txt');
});

it('works for a detached HEAD', async () => {
  const commit = await fixed({ 'a.ts': 'fixed\n' });
  disposable.git('checkout', '-q', '--detach');
  const promotion = { branch: null, startedFrom: from, commit };
  await expect(promoteAttempt(repository, promotion)).resolves.toMatchObject({
    outcome: 'promoted',
  });
  expect(disposable.git('rev-parse', 'HEAD')).toBe(commit);
  expect(disposable.git('rev-parse', 'main')).toBe(from);
});

it.each<[string, string, () => void]>([
  ['an edited file', 'dirty', () => disposable.write({ 'b.ts': 'mine\n' })],
  ['a deleted file', 'dirty', () => disposable.write({ 'b.ts': null })],
  ['an untracked file in the way', 'dirty', () => disposable.write({ 'new.ts': 'mine\n' })],
  ['another branch', 'branch_switched', () => disposable.git('checkout', '-qb', 'other')],
  ['a commit of a person', 'head_moved', () => disposable.commit('mine', { c: 'c\n' })],
  [
    'a staged file',
    'dirty',
    () => {
      disposable.write({ 'b.ts': 'mine\n' });
      disposable.git('add', 'b.ts');
    },
  ],
])('is refused over %s, and nothing changes', async (_, reason, disturb) => {
  const commit = await fixed({ 'a.ts': 'fixed\n', 'new.ts': 'n\n' });
  disturb();
  const before = checkout();
  await expect(promote(commit)).resolves.toMatchObject({ outcome: 'refused', reason });
  expect(checkout()).toEqual(before);
});

it('is refused for a commit that does not grow from the start', async () => {
  await fixed({ 'a.ts': 'fixed\n' });
  const island = disposable.git('commit-tree', '-m', 'island', 'HEAD^{tree}');
  await expect(promote(island)).resolves.toMatchObject({ reason: 'not_fast_forward' });
});

async function started() {
  const result = await startAttempt(repository, { ...first, from });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function request() {
  return { ...first, message: 'fix it', at: 1_700_000_000_000 };
}

async function commit() {
  const result = await commitAttempt(repository, request());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** An attempt that is committed; returns its commit. */
async function fixed(files: Record<string, string | null>): Promise<string> {
  const { folder } = await started();
  for (const [path, content] of Object.entries(files)) {
    if (content === null) rmSync(join(folder, path));
    else writeFileSync(join(folder, path), content);
  }
  const result = await commit();
  if (result.outcome !== 'committed') throw new Error(result.outcome);
  return result.commit;
}

function promote(commit: string) {
  return promoteAttempt(repository, { branch, startedFrom: from, commit });
}

/** What a person sees of their checkout. */
function checkout() {
  const files = disposable.git('ls-files', '--cached', '--others').split('\n');
  return {
    refs: disposable.git('for-each-ref', 'refs/heads/main', 'refs/heads/other'),
    status: disposable.git('status', '--porcelain=v2', '--branch'),
    contents: files.map((file) => {
      const path = join(disposable.dir, file);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    }),
  };
}
