import { existsSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { createRepository, type DisposableRepository } from './create-repository.ts';

const made: DisposableRepository[] = [];
afterEach(() => {
  for (const repository of made.splice(0)) repository.remove();
});

it('makes the same commits from the same content', () => {
  const one = repositoryWith({ 'src/a.ts': 'a\n' });
  const other = repositoryWith({ 'src/a.ts': 'a\n' });
  expect(one.commit('second', { 'src/a.ts': 'b\n' })).toBe(
    other.commit('second', { 'src/a.ts': 'b\n' }),
  );
});

it('deletes a file that is given as null', () => {
  const repository = repositoryWith({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
  repository.commit('second', { 'a.ts': null });
  expect(repository.git('ls-files')).toBe('b.ts');
});

it('has no commits when no files are given', () => {
  const repository = repositoryWith(undefined);
  expect(() => repository.git('rev-parse', '--verify', 'HEAD')).toThrow();
});

it('removes itself', () => {
  const repository = createRepository();
  repository.remove();
  expect(existsSync(repository.dir)).toBe(false);
});

function repositoryWith(files: Record<string, string> | undefined): DisposableRepository {
  const repository = createRepository(files ? { files } : {});
  made.push(repository);
  return repository;
}
