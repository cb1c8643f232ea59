import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRepository, type Repository } from '../repository.ts';
import { createRepository, type DisposableRepository } from '../testing/index.ts';
import { integrityChanges, integrityOf } from './integrity.ts';

let disposable: DisposableRepository;
let repository: Repository;
beforeEach(async () => {
  disposable = createRepository({ files: { 'a.ts': 'a\n', '.gitignore': 'out\n' } });
  disposable.write({ 'a.ts': 'already dirty\n', 'new.ts': 'untracked\n' });
  const opened = await openRepository(disposable.dir);
  if (!opened.ok) throw new Error(opened.error.message);
  repository = opened.value;
});
afterEach(() => disposable.remove());

it.each<[string, readonly string[], () => void]>([
  ['nothing', [], () => undefined],
  ['a look around', [], () => disposable.git('status')],
  ['an ignored file', [], () => disposable.write({ out: 'x' })],
  ['a remote-tracking ref', [], () => disposable.git('update-ref', 'refs/remotes/o/x', 'HEAD')],
  ['a file that was dirty before', ['worktree'], () => disposable.write({ 'a.ts': 'ALREADY\n' })],
  ['an untracked file', ['worktree'], () => disposable.write({ 'new.ts': 'changed\n' })],
  ['a new file', ['worktree'], () => disposable.write({ 'stray.ts': 's\n' })],
  ['staging', ['index'], () => disposable.git('add', 'a.ts')],
  [
    'hiding a file',
    ['index', 'worktree'],
    () => disposable.git('update-index', '--skip-worktree', 'a.ts'),
  ],
  ['another branch', ['ref'], () => disposable.git('branch', 'other')],
  ['an attempt branch', ['attempt_ref'], () => disposable.git('branch', 'magi/attempt/r/1')],
  ['a commit', ['candidate_ref'], () => disposable.git('commit', '-q', '--allow-empty', '-m', 'x')],
  ['HEAD', ['head'], () => disposable.git('checkout', '-q', '--detach')],
  ['the configuration', ['configuration'], () => disposable.git('config', 'core.pager', 'x')],
  [
    'a hook',
    ['configuration'],
    () => writeFileSync(join(disposable.dir, '.git/hooks/pre-commit'), 'x'),
  ],
])('sees %s as %j', async (_, kinds, disturb) => {
  const before = await integrityOf(repository);
  disturb();
  const after = await integrityOf(repository);
  const changes = integrityChanges(before, after, 'refs/heads/main');
  expect(changes.map(({ kind }) => kind)).toEqual(kinds);
  expect(before.digest === after.digest).toBe(kinds.length === 0);
});
