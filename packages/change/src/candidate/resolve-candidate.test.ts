import { createHash } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Candidate, type ChangeRequest } from '@magi/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

it('may be a change of no files where work begins on nothing', async () => {
  const repository = onBranch({ 'a.ts': 'a\n' });
  const range: ChangeRequest = { mode: 'range', base: 'main', head: 'HEAD' };
  expect((await candidate(repository, range, { mayBeEmpty: true })).files).toEqual([]);
});

describe('the working tree', () => {
  it('is compared with the merge base of the default branch, untracked files included', async () => {
    const repository = onBranch({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    repository.commit('on the branch', { 'a.ts': 'A\n' });
    repository.write({ 'b.ts': 'B\n', 'new.ts': 'n\n', 'gone/deep.ts': 'd\n' });
    repository.git('add', 'b.ts');
    const found = await candidate(repository, { mode: 'worktree' });
    expect(found.files.map(({ path, status }) => `${status} ${path}`)).toEqual([
      'modified a.ts',
      'modified b.ts',
      'added gone/deep.ts',
      'added new.ts',
    ]);
    expect(found.base.ref).toBe('main');
    expect(found.head).toMatchObject({ ref: 'worktree', commit: null });
  });

  it('names the merge base when the default branch has moved on', async () => {
    const repository = onBranch({ 'a.ts': 'a\n' });
    repository.commit('on the branch', { 'a.ts': 'A\n' });
    repository.git('checkout', '-q', 'main');
    repository.commit('elsewhere', { 'other.ts': 'o\n' });
    repository.git('checkout', '-q', 'feature');
    const found = await candidate(repository, { mode: 'worktree' });
    expect(found.files.map(({ path }) => path)).toEqual(['a.ts']);
    expect(found.base.ref).toBe('merge-base(main, HEAD)');
  });

  it('is compared with HEAD on the default branch, and says so', async () => {
    const repository = given({ files: { 'a.ts': 'a\n' } });
    const head = repository.git('rev-parse', 'HEAD');
    repository.write({ 'a.ts': 'A\n' });
    const found = await candidate(repository, { mode: 'worktree' });
    expect(found.base).toMatchObject({ ref: 'HEAD (uncommitted work on main)', commit: head });
  });

  it('is the commit itself when nothing is uncommitted', async () => {
    const repository = onBranch({ 'a.ts': 'a\n' });
    const commit = repository.commit('on the branch', { 'a.ts': 'A\n' });
    const found = await candidate(repository, { mode: 'worktree' });
    expect(found.head).toMatchObject({ ref: 'feature', commit });
  });

  it('takes the branch that origin calls its default', async () => {
    const origin = given({ files: { 'a.ts': 'a\n' }, branch: 'trunk' });
    const clone = given({});
    clone.git('clone', '-q', origin.dir, 'work');
    const work = given({ dir: join(clone.dir, 'work'), branch: 'trunk' });
    work.git('checkout', '-q', '-b', 'feature');
    work.commit('second', { 'a.ts': 'A\n' });
    const found = await candidate(work, { mode: 'worktree' });
    expect(found.base.ref).toBe('origin/trunk');
  });

  it('leaves ignored files out', async () => {
    const repository = given({ files: { '.gitignore': 'out/\n', 'a.ts': 'a\n' } });
    repository.write({ 'out/x.ts': 'x\n', 'a.ts': 'A\n' });
    const found = await candidate(repository, { mode: 'worktree' });
    expect(found.files.map(({ path }) => path)).toEqual(['a.ts']);
  });

  it('sees deletions, a file that became a folder and a folder that became a link', async () => {
    const repository = given({
      files: { file: 'f\n', 'folder/inside': 'i\n', gone: 'g\n', keep: 'k\n' },
    });
    repository.write({ gone: null, file: null, folder: null });
    repository.write({ 'file/inside': 'new text\n' });
    symlinkSync('keep', join(repository.dir, 'folder'));
    const found = await candidate(repository, { mode: 'worktree' });
    expect(found.files.map(({ path, status, kind }) => `${status} ${kind} ${path}`)).toEqual([
      'deleted text file',
      'added text file/inside',
      'added symlink folder',
      'deleted text folder/inside',
      'deleted text gone',
    ]);
  });

  it('sees an edit of the same size within the second of the last staging', async () => {
    const repository = given({ files: { 'a.ts': 'a\n' } });
    repository.git('config', 'core.trustctime', 'false');
    const second = 1_600_000_000;
    const file = join(repository.dir, 'a.ts');
    utimesSync(file, second, second);
    repository.git('update-index', '--refresh');
    repository.write({ 'a.ts': 'A\n' });
    for (const path of [file, join(repository.dir, '.git/index')]) utimesSync(path, second, second);
    const found = await candidate(repository, { mode: 'worktree' });
    expect(found.files).toMatchObject([{ path: 'a.ts' }]);
  });

  it('knows large files by their pointers, as a commit would have them', async () => {
    const files = {
      '.gitattributes': '*.bin filter=lfs\n',
      'a.bin': pointer('same'),
      'b.bin': pointer('old'),
    };
    const repository = given({ files });
    repository.git('config', 'filter.lfs.clean', 'git-lfs clean -- %f');
    repository.git('config', 'filter.lfs.required', 'true');
    repository.write({ 'a.bin': 'same', 'b.bin': 'changed', 'new.bin': 'new' });
    const found = await candidate(repository, { mode: 'worktree' });
    expect(found.files.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'b.bin lfs_pointer',
      'new.bin lfs_pointer',
    ]);
    const wanted = repository.git(
      'hash-object',
      '--no-filters',
      outside('pointer', pointer('new')),
    );
    expect(found.files[1]?.newOid).toBe(wanted);
  });

  it('takes a repository inside as the commit it has checked out', async () => {
    const repository = given({ files: { 'a.ts': 'a\n' } });
    const inner = given({ files: { x: 'x\n' }, dir: join(repository.dir, 'inner') });
    const found = await candidate(repository, { mode: 'worktree' });
    expect(found.files).toMatchObject([
      { path: 'inner', kind: 'gitlink', newOid: inner.git('rev-parse', 'HEAD') },
    ]);
  });

  it('leaves the index and the objects of the repository as they were', async () => {
    const repository = given({ files: { 'a.ts': 'a\n', 'b.ts': 'b\n' } });
    repository.write({ 'a.ts': 'A\n', 'b.ts': 'B\n', 'new.ts': 'n\n' });
    repository.git('add', 'b.ts');
    const before = state(repository);
    await candidate(repository, { mode: 'worktree' });
    await candidate(repository, { mode: 'staged' });
    expect(state(repository)).toEqual(before);
  });
});

describe('other requests', () => {
  it('compares a commit with its parent', async () => {
    const repository = given({ files: { 'a.ts': 'a\n' } });
    const commit = repository.commit('second', { 'a.ts': 'A\n' });
    repository.commit('third', { 'a.ts': 'AA\n' });
    const found = await candidate(repository, { mode: 'commit', rev: 'HEAD~1' });
    expect(found).toMatchObject({
      head: { ref: 'HEAD~1', commit },
      files: [{ path: 'a.ts', hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 }] }],
    });
  });

  it('compares a root commit with the empty tree', async () => {
    const repository = given({ files: { 'a.ts': 'a\n' } });
    const found = await candidate(repository, { mode: 'commit', rev: 'HEAD' });
    expect(found).toMatchObject({ base: { ref: '(empty)', commit: null }, files: [{ added: 1 }] });
  });

  it('compares a merge with its first parent', async () => {
    const repository = onBranch({ 'a.ts': 'a\n' });
    repository.commit('on the branch', { 'b.ts': 'b\n' });
    repository.git('checkout', '-q', 'main');
    repository.commit('on main', { 'c.ts': 'c\n' });
    repository.git('merge', '-q', '--no-edit', 'feature');
    const found = await candidate(repository, { mode: 'commit', rev: 'HEAD' });
    expect(found.files.map(({ path }) => path)).toEqual(['b.ts']);
  });

  it('compares a range from the point where both parted', async () => {
    const repository = onBranch({ 'a.ts': 'a\n' });
    repository.commit('on the branch', { 'b.ts': 'b\n' });
    repository.git('checkout', '-q', 'main');
    repository.commit('on main', { 'c.ts': 'c\n' });
    const found = await candidate(repository, { mode: 'range', base: 'main', head: 'feature' });
    expect(found.files.map(({ path }) => path)).toEqual(['b.ts']);
  });

  it('compares the index with HEAD', async () => {
    const repository = given({ files: { 'a.ts': 'a\n', 'b.ts': 'b\n' } });
    repository.write({ 'a.ts': 'staged\n', 'b.ts': 'B\n' });
    repository.git('add', 'a.ts');
    repository.write({ 'a.ts': 'later\n' });
    const found = await candidate(repository, { mode: 'staged' });
    const blob = repository.git('rev-parse', ':a.ts');
    expect(found.files).toMatchObject([{ path: 'a.ts', newOid: blob }]);
  });

  it('restricts itself to the paths given, ignored ones included', async () => {
    const repository = given({
      files: { '.gitignore': 'out\n', 'src/a.ts': 'a\n', 'b.ts': 'b\n' },
    });
    repository.write({ 'src/a.ts': 'A\n', 'b.ts': 'B\n', 'out/x.ts': 'x\n' });
    const paths = ['src/', join(repository.dir, 'out/x.ts')];
    const found = await candidate(repository, { mode: 'files', paths });
    expect(found.files.map(({ path }) => path)).toEqual(['out/x.ts', 'src/a.ts']);
  });

  it('carries the goal and satisfies the published schema', async () => {
    const repository = given({ files: { 'a.ts': 'a\n' } });
    const request: ChangeRequest = { mode: 'commit', rev: 'HEAD' };
    const found = await candidate(repository, request, { goal: 'faster' });
    expect(Candidate.parse(found)).toMatchObject({ request, goal: 'faster' });
  });
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

/** What large file storage puts in the place of a content. */
function pointer(content: string): string {
  const oid = createHash('sha256').update(content).digest('hex');
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
}

/** A file outside of any repository; returns its path. */
function outside(name: string, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'magi-file-'));
  made.push({ remove: () => rmSync(folder, { recursive: true }) });
  writeFileSync(join(folder, name), content);
  return join(folder, name);
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

/** Every file name below .git, and the bytes of the index. */
function state(repository: DisposableRepository) {
  const gitDir = join(repository.dir, '.git');
  return {
    names: readdirSync(gitDir, { recursive: true }).toSorted(),
    index: readFileSync(join(gitDir, 'index')).toString('base64'),
  };
}
