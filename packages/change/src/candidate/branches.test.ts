import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRepository, type Repository } from '../repository.ts';
import { createRepository, type DisposableRepository } from '../testing/index.ts';
import { commitAt, growsFrom, movesWithHead, readBranches } from './branches.ts';
import { readHistoryOf } from './history.ts';
import { resolveSides } from './resolve-sides.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let disposable: DisposableRepository;
let repository: Repository;
beforeEach(async () => {
  disposable = createRepository({ files: { 'a.ts': 'a\n', 'b.ts': 'b\n' } });
  const opened = await openRepository(disposable.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  repository = opened.value;
});
afterEach(() => disposable.remove());

it('tells the branch that is checked out from the one it is compared with', async () => {
  await expect(readBranches(repository)).resolves.toEqual({
    current: 'refs/heads/main',
    base: 'main',
    isOnBase: true,
  });
  disposable.git('checkout', '-q', '--detach');
  await expect(readBranches(repository)).resolves.toEqual({
    current: null,
    base: 'main',
    isOnBase: false,
  });
});

it('names the commit of a revision, or none', async () => {
  const head = disposable.git('rev-parse', 'HEAD');
  await expect(commitAt(repository, 'main')).resolves.toBe(head);
  await expect(commitAt(repository, '--all')).resolves.toBeNull();
});

it.each([
  'HEAD',
  'HEAD~1',
  '@^',
  '@{1}',
  'topic~1',
  'heads/topic^',
  'refs/heads/topic@{0}',
  ':/second',
])('knows that %s moves when a commit is made on the branch topic', async (revision) => {
  disposable.git('checkout', '-q', '-b', 'topic');
  await expect(movesWithHead(repository, revision)).resolves.toBe(true);
});

it.each(['main', 'main~1', 'v1', '@{upstream}', 'topic@{u}', 'f'.repeat(40), 'nothing'])(
  'knows that %s stays where it is',
  async (revision) => {
    disposable.git('tag', 'v1');
    disposable.git('checkout', '-q', '-b', 'topic');
    await expect(movesWithHead(repository, revision)).resolves.toBe(false);
  },
);

it('knows whether a commit grows from another, and nothing of commits it does not have', async () => {
  const first = disposable.git('rev-parse', 'HEAD');
  const second = disposable.commit('second', { 'a.ts': 'A\n' });
  await expect(growsFrom(repository, second, first)).resolves.toBe(true);
  await expect(growsFrom(repository, first, second)).resolves.toBe(false);
  await expect(growsFrom(repository, second, 'f'.repeat(40))).resolves.toBe(false);
});

it('reads the history of a path, a range and a commit, newest first', async () => {
  const second = disposable.commit('second\n\nwith a body', { 'a.ts': 'A\n' });
  const third = disposable.commit('third', { 'b.ts': 'B\n' });
  const commits = async (what: string) =>
    (await readHistoryOf(repository, what)).map(({ commit }) => commit);
  expect(await commits('a.ts')).toEqual([second, disposable.git('rev-parse', 'HEAD~2')]);
  expect(await commits('HEAD~2..HEAD')).toEqual([third, second]);
  expect(await commits('HEAD~1')).toEqual([second]);
  expect((await readHistoryOf(repository, 'HEAD~1'))[0]).toMatchObject({
    author: 'Ada',
    message: 'second\n\nwith a body\n',
  });
});

it('resolves both sides of a request without reading the change', async () => {
  const commit = disposable.commit('second', { 'a.ts': 'A\n' });
  await expect(resolveSides(repository, { mode: 'commit', rev: 'HEAD' })).resolves.toMatchObject({
    value: { base: { ref: 'HEAD^' }, head: { commit } },
  });
  await expect(resolveSides(repository, { mode: 'commit', rev: 'none' })).resolves.toMatchObject({
    error: { kind: 'unknown-revision' },
  });
});
