import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRepository, type Repository } from '../repository.ts';
import { createRepository, type DisposableRepository } from '../testing/index.ts';
import { attemptState } from './attempt-state.ts';
import { commitAttempt } from './commit-attempt.ts';
import { discardAttempt } from './discard-attempt.ts';
import { preserveAttempt } from './preserve-attempt.ts';
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

describe('starting', () => {
  it('gives the fixer a working tree of its own, away from the checkout', async () => {
    const before = checkout();
    const { folder } = await started();
    expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('one\ntwo\n');
    expect(folder.startsWith(join(disposable.dir, '.git/magi/attempts/'))).toBe(true);
    expect(checkout()).toEqual(before);
    expect(await attemptState(repository, first)).toMatchObject({ state: 'open', from, folder });
  });

  it('may be done again', async () => {
    expect(await started()).toEqual(await started());
  });

  it('makes a working tree anew that a kill left half made', async () => {
    const { folder } = await started();
    writeFileSync(join(disposable.dir, '.git/worktrees/1/locked'), 'initializing');
    rmSync(join(folder, 'a.ts'));
    await started();
    expect(existsSync(join(folder, 'a.ts'))).toBe(true);
    expect(disposable.git('worktree', 'list', '--porcelain')).not.toContain('locked');
  });

  it('makes a working tree anew whose folder is gone', async () => {
    const { folder } = await started();
    rmSync(folder, { recursive: true });
    expect((await attemptState(repository, first)).folder).toBeNull();
    await started();
    expect(existsSync(join(folder, 'a.ts'))).toBe(true);
  });

  it('does not touch an attempt that holds work', async () => {
    const { folder } = await started();
    writeFileSync(join(folder, 'new.ts'), 'n\n');
    await expect(startAttempt(repository, { ...first, from })).resolves.toMatchObject({
      error: { kind: 'left-over' },
    });
    expect(existsSync(join(folder, 'new.ts'))).toBe(true);
  });

  it.each(['../x', 'a/b', '', '-x'])('refuses the run id %j', async (run) => {
    await expect(startAttempt(repository, { run, number: 1, from })).rejects.toMatchObject({
      code: 'MAGI_BAD_ATTEMPT',
    });
  });
});

describe('committing', () => {
  it('makes one commit of all changes and says which lines it wrote', async () => {
    const { folder } = await started();
    writeFileSync(join(folder, 'a.ts'), 'one\nTWO\nthree\n');
    writeFileSync(join(folder, 'new.ts'), 'n\n');
    rmSync(join(folder, 'b.ts'));
    const committed = await commit();
    expect(committed).toMatchObject({
      outcome: 'committed',
      written: [
        { file: 'a.ts', ranges: [{ start: 2, count: 2 }] },
        { file: 'new.ts', ranges: [{ start: 1, count: 1 }] },
      ],
    });
    const { state, commit: tip } = await attemptState(repository, first);
    expect(state).toBe('committed');
    expect(disposable.git('log', '--format=%P %s', '-1', String(tip))).toBe(`${from} fix it`);
    expect(disposable.git('-C', folder, 'status', '--porcelain')).toBe('');
  });

  it('makes the same commit when it is done again', async () => {
    const { folder } = await started();
    writeFileSync(join(folder, 'a.ts'), 'fixed\n');
    expect(await commit()).toEqual(await commit());
  });

  it('folds commits of the fixer into its own', async () => {
    const { folder } = await started();
    writeFileSync(join(folder, 'a.ts'), 'fixed\n');
    disposable.git('-C', folder, 'commit', '-qam', 'by the fixer');
    await commit();
    const { commit: tip } = await attemptState(repository, first);
    expect(disposable.git('rev-list', '--count', `${from}..${tip}`)).toBe('1');
  });

  it('finds no change where there is none', async () => {
    await started();
    expect(await commit()).toEqual({ outcome: 'no_change' });
  });

  it.each([
    ['rewrote history', ['commit', '-q', '--amend', '-m', 'rewritten']],
    ['switched the branch', ['checkout', '-q', '--detach']],
  ])('refuses the work of a fixer that %s', async (_, command) => {
    const { folder } = await started();
    writeFileSync(join(folder, 'a.ts'), 'fixed\n');
    disposable.git('-C', folder, ...command);
    await expect(commitAttempt(repository, request())).resolves.toMatchObject({
      error: { kind: 'history-rewritten' },
    });
  });

  it('is not led astray by a rewritten .git file', async () => {
    const { folder } = await started();
    writeFileSync(join(folder, '.git'), 'gitdir: /elsewhere\n');
    writeFileSync(join(folder, 'a.ts'), 'fixed\n');
    expect(await commit()).toMatchObject({ outcome: 'committed' });
  });
});

describe('preserving and discarding', () => {
  it('keeps what was changed as a patch that applies, with the reason', async () => {
    const { folder } = await started();
    writeFileSync(join(folder, 'a.ts'), 'fixed\r\nno end');
    writeFileSync(join(folder, 'new.bin'), new Uint8Array([0, 1, 255]));
    const kept = await preserveAttempt(repository, { ...first, reason: 'tests failed' });
    await discardAttempt(repository, first);
    expect(readFileSync(join(String(kept), 'reason.txt'), 'utf8')).toBe('tests failed\n');
    disposable.git('apply', '--index', join(String(kept), 'attempt.patch'));
    expect(readFileSync(join(disposable.dir, 'a.ts'), 'utf8')).toBe('fixed\r\nno end');
    expect([...readFileSync(join(disposable.dir, 'new.bin'))]).toEqual([0, 1, 255]);
  });

  it('keeps nothing of an attempt that changed nothing', async () => {
    await started();
    expect(await preserveAttempt(repository, { ...first, reason: 'no change' })).toBeNull();
    expect(existsSync(join(disposable.dir, '.git/magi/preserved'))).toBe(false);
  });

  it('leaves no trace of an attempt without a commit', async () => {
    const { folder } = await started();
    await discardAttempt(repository, first);
    await discardAttempt(repository, first);
    expect(existsSync(folder)).toBe(false);
    expect(disposable.git('for-each-ref', 'refs/heads/magi')).toBe('');
    expect(disposable.git('worktree', 'list', '--porcelain')).not.toContain('magi/attempts');
    expect(await attemptState(repository, first)).toMatchObject({ state: 'absent' });
  });

  it('leaves no trace of an attempt that was promoted', async () => {
    await promote(await fixed({ 'a.ts': 'fixed\n' }));
    await discardAttempt(repository, first);
    expect(disposable.git('for-each-ref', 'refs/heads/magi')).toBe('');
  });

  it('keeps the branch of a commit that was not promoted', async () => {
    const commit = await fixed({ 'a.ts': 'fixed\n' });
    await preserveAttempt(repository, { ...first, reason: 'head moved' });
    await discardAttempt(repository, first);
    expect(disposable.git('rev-parse', 'magi/attempt/run1/1')).toBe(commit);
    expect(await attemptState(repository, first)).toMatchObject({
      state: 'committed',
      commit,
      folder: null,
      preserved: expect.stringContaining('preserved/run1/1'),
    });
  });

  it('removes folders that a tool left without write permission', async () => {
    const { folder } = await started();
    mkdirSync(join(folder, 'cache/deep'), { recursive: true });
    writeFileSync(join(folder, 'cache/deep/x'), 'x');
    chmodSync(join(folder, 'cache/deep'), 0o500);
    chmodSync(join(folder, 'cache'), 0o500);
    await discardAttempt(repository, first);
    expect(existsSync(folder)).toBe(false);
  });
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
