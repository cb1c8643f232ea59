import { posix } from 'node:path';

const extensions = [
  '',
  '.ts',
  '.tsx',
  '.d.ts',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
];
const indexes = ['/index.ts', '/index.tsx', '/index.js', '/index.jsx', '/index.mjs'];

/**
 * File that a relative specifier means among the paths of a tree, or null.
 *
 * A `.js` specifier may mean the `.ts` file that it is compiled from.
 */
export function resolveModule(
  known: ReadonlySet<string>,
  from: string,
  specifier: string,
): string | null {
  if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return null;
  const target = posix.normalize(posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, '')));
  const stem = /\.[mc]?jsx?$/.test(target) ? target.replace(/\.([mc]?)jsx?$/, '') : null;
  const candidates = [
    ...extensions.map((extension) => target + extension),
    ...(stem === null ? [] : ['.ts', '.tsx', '.mts', '.cts'].map((extension) => stem + extension)),
    ...indexes.map((index) => target.replace(/\/$/, '') + index),
  ];
  return candidates.map((one) => one.replace(/^\.\//, '')).find((one) => known.has(one)) ?? null;
}
