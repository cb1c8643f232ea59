import { createRepository, type DisposableRepository, type Files } from '@magi/change/testing';

/** A small TypeScript project with a clean first commit. */
export const cleanFiles = {
  'package.json': '{ "name": "sample", "version": "1.0.0", "type": "module", "private": true }\n',
  'src/list.ts': [
    '/** Lists what a folder holds. */',
    'export function list(names: readonly string[]): string {',
    "  return names.join(', ');",
    '}',
    '',
  ].join('\n'),
} as const satisfies Files;

/** The same project after a change that runs text of a request, on lines 2, 8 and 9. */
export const faultyFiles = {
  'src/list.ts': [
    '/** Lists what a folder holds. */',
    "import { exec } from 'node:child_process';",
    'export function list(names: readonly string[]): string {',
    "  return names.join(', ');",
    '}',
    '',
    'export function run(request: { body: { code: string; folder: string } }): unknown {',
    '  exec(`ls ${request.body.folder}`);',
    '  return eval(request.body.code);',
    '}',
    '',
  ].join('\n'),
} as const satisfies Files;

/** A project with one clean and one faulty commit, at `base` and `head`. */
export function faultyProject(): DisposableRepository & {
  readonly base: string;
  readonly head: string;
} {
  const repository = createRepository({ files: cleanFiles });
  const base = repository.git('rev-parse', 'HEAD');
  const head = repository.commit('run what the request says', faultyFiles);
  return { ...repository, base, head };
}

/** A project whose last commit only adds a harmless function. */
export function harmlessProject(): DisposableRepository & {
  readonly base: string;
  readonly head: string;
} {
  const repository = createRepository({ files: cleanFiles });
  const base = repository.git('rev-parse', 'HEAD');
  const head = repository.commit('count', {
    'src/count.ts': [
      '/** Counts the names. */',
      'export function count(names: readonly string[]): number {',
      '  return names.length;',
      '}',
      '',
    ].join('\n'),
  });
  return { ...repository, base, head };
}
