import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openRepository, type Repository } from '../repository.ts';
import { createRepository, type DisposableRepository } from '../testing/index.ts';
import { type Integrity, integrityChanges, integrityOf } from './integrity.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let disposable: DisposableRepository;
let repository: Repository;
let last: Integrity;
beforeAll(async () => {
  disposable = createRepository({ files: { 'a.ts': 'a\n', '.gitignore': 'out\n' } });
  disposable.write({ 'a.ts': 'already dirty\n', 'new.ts': 'untracked\n' });
  const opened = await openRepository(disposable.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  repository = opened.value;
  last = await integrityOf(repository);
});
afterAll(() => disposable.remove());

// The cases build on each other: each one disturbs what the one before has left.
it.each<[string, readonly string[], () => void]>([
  ['nothing', [], () => undefined],
  ['a look around', [], () => disposable.git('status')],
  ['an ignored file', [], () => disposable.write({ out: 'x' })],
  ['a remote-tracking ref', [], () => disposable.git('update-ref', 'refs/remotes/o/x', 'HEAD')],
  ['a file that was dirty before', ['worktree'], () => disposable.write({ 'a.ts': 'ALREADY\n' })],
  ['an untracked file', ['worktree'], () => disposable.write({ 'new.ts': 'changed\n' })],
  ['a new file', ['worktree'], () => disposable.write({ 'stray.ts': 's\n' })],
  ['staging', ['index'], () => disposable.git('add', 'a.ts')],
  ['hiding a file', ['index'], () => disposable.git('update-index', '--skip-worktree', 'a.ts')],
  ['another branch', ['ref'], () => disposable.git('branch', 'other')],
  ['an attempt branch', ['attempt_ref'], () => disposable.git('branch', 'magi/attempt/r/1')],
  ['a commit', ['candidate_ref'], () => disposable.git('commit', '-q', '--allow-empty', '-m', 'x')],
  ['HEAD', ['head'], () => disposable.git('checkout', '-q', '--detach')],
  ['the configuration', ['configuration'], () => disposable.git('config', 'core.pager', 'x')],
  ['a hook', ['configuration'], () => disposable.write({ '.git/hooks/pre-commit': 'x' })],
])('sees %s as %j', async (_, kinds, disturb) => {
  const before = last;
  disturb();
  const after = await integrityOf(repository);
  last = after;
  const changes = integrityChanges(before, after, 'refs/heads/main');
  expect(changes.map(({ kind }) => kind)).toEqual(kinds);
  expect(before.digest === after.digest).toBe(kinds.length === 0);
});
