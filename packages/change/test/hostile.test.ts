import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangeRequest } from '@magi/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  commitAttempt,
  integrityChanges,
  integrityOf,
  listDebris,
  openRepository,
  openSnapshot,
  preserveAttempt,
  promoteAttempt,
  type Repository,
  removeDebris,
  resolveCandidate,
  startAttempt,
} from '../src/index.ts';
import {
  createRepository,
  type DisposableRepository,
  hostileAttributes,
  makeHostile,
  type Traps,
} from '../src/testing/index.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('a repository full of traps', () => {
  let disposable: DisposableRepository;
  let traps: Traps;
  let objectsDir: string;
  let repository: Repository;

  beforeAll(async () => {
    disposable = createRepository({ files: { 'a.ts': 'a\n', 'b.odd': 'b\n', 'c.txt': 'c\n' } });
    createRepository({ files: { 'x.ts': 'x\n' }, dir: join(disposable.dir, 'inner') });
    disposable.commit('second', { 'a.ts': 'A\n' });
    objectsDir = mkdtempSync(join(tmpdir(), 'magi-objects-'));
    traps = makeHostile(disposable);
    disposable.write({ 'a.ts': 'AA\n', 'b.odd': 'B\n', 'c.txt': 'C\n', 'new.ts': 'n\n' });
    disposable.write({ 'inner/x.ts': 'dirty\n' });
    const opened = await openRepository(disposable.dir);
    if (!opened.ok) throw new Error(opened.error.message);
    repository = opened.value;
  });
  afterAll(() => {
    disposable.remove();
    traps.remove();
    rmSync(objectsDir, { recursive: true });
  });

  it.each<ChangeRequest>([
    { mode: 'worktree' },
    { mode: 'staged' },
    { mode: 'commit', rev: 'HEAD' },
    { mode: 'range', base: 'HEAD~1', head: 'HEAD' },
    { mode: 'files', paths: ['a.ts', 'inner'] },
  ])('springs none when a candidate is read: $mode', async (request) => {
    const candidate = await resolveCandidate(repository, request, { objectsDir });
    if (candidate.ok) {
      const snapshot = await openSnapshot(repository, candidate.value, { objectsDir });
      const paths = await snapshot.list('head');
      await snapshot.materialise('head', paths);
      await snapshot.dispose();
    }
    expect(traps.sprung()).toEqual([]);
    expect(candidate.ok || candidate.error.kind === 'empty-change').toBe(true);
  });

  it('springs none in the life of an attempt', async () => {
    const before = await integrityOf(repository);
    const from = disposable.git('rev-parse', 'HEAD');
    const name = { run: 'hostile', number: 1 };
    const attempt = await startAttempt(repository, { ...name, from });
    if (!attempt.ok) throw new Error(attempt.error.message);
    writeFileSync(join(attempt.value.folder, 'a.ts'), 'fixed\n');
    const committed = await commitAttempt(repository, { ...name, message: 'fix', at: 1e12 });
    if (!committed.ok || committed.value.outcome !== 'committed') throw new Error('not committed');
    await preserveAttempt(repository, { ...name, reason: 'a test' });
    const { commit } = committed.value;
    const dirty = await promoteAttempt(repository, {
      branch: 'refs/heads/main',
      startedFrom: from,
      commit,
    });
    await removeDebris(repository, await listDebris(repository));
    expect(dirty).toMatchObject({ outcome: 'refused', reason: 'dirty' });
    expect(integrityChanges(before, await integrityOf(repository), null)).toEqual([]);
    expect(traps.sprung()).toEqual([]);
  });

  it('springs none when an attempt is promoted', async () => {
    const files = { '.gitattributes': hostileAttributes, 'a.ts': 'a\n', 'c.txt': 'c\n' };
    const clean = createRepository({ files });
    const from = clean.git('rev-parse', 'HEAD');
    const armed = makeHostile(clean);
    const opened = await openRepository(clean.dir);
    if (!opened.ok) throw new Error(opened.error.message);
    const name = { run: 'hostile', number: 1 };
    const attempt = await startAttempt(opened.value, { ...name, from });
    if (!attempt.ok) throw new Error(attempt.error.message);
    for (const file of ['a.ts', 'c.txt']) {
      writeFileSync(join(attempt.value.folder, file), 'fixed\n');
    }
    const committed = await commitAttempt(opened.value, { ...name, message: 'fix', at: 1e12 });
    if (!committed.ok || committed.value.outcome !== 'committed') throw new Error('not committed');
    const promoted = await promoteAttempt(opened.value, {
      branch: 'refs/heads/main',
      startedFrom: from,
      commit: committed.value.commit,
    });
    expect(promoted).toMatchObject({ outcome: 'promoted' });
    expect(readFileSync(join(clean.dir, 'c.txt'), 'utf8')).toBe('fixed\n');
    expect(armed.sprung()).toEqual([]);
    armed.remove();
    clean.remove();
  });

  it('springs none when an object is missing that a partial clone would fetch', async () => {
    const blob = disposable.git('rev-parse', 'HEAD:a.ts');
    disposable.git('config', 'core.repositoryFormatVersion', '1');
    disposable.git('config', 'extensions.partialClone', 'origin');
    disposable.git('config', 'remote.origin.promisor', 'true');
    disposable.git('config', 'remote.origin.url', `file://${disposable.dir}`);
    rmSync(join(disposable.dir, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const request: ChangeRequest = { mode: 'commit', rev: 'HEAD' };
    await expect(resolveCandidate(repository, request, { objectsDir })).rejects.toThrow();
    expect(traps.sprung()).toEqual([]);
  });

  // The last one, because its traps stay sprung.
  it('springs traps under plain git', () => {
    // One of the traps is no filter that git could work with, so git gives up after springing it.
    expect(() => disposable.git('add', '--all')).toThrow();
    expect(traps.sprung()).toEqual(expect.arrayContaining(['fsmonitor', 'process']));
  });
});
