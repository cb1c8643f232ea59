/** Where configuration may stand below the top of a repository; the first that exists counts. */
export const configPlaces = [
  'magi.config.ts',
  'magi.config.mts',
  'magi.config.mjs',
  'magi.config.js',
  'magi.config.json',
  'magi.config.jsonc',
  'magi.config.yaml',
  'magi.config.yml',
  'package.json',
  '.magi/config.json',
  '.magi/config.jsonc',
  '.magi/config.yaml',
  '.magi/config.yml',
] as const;

/** True for a file that is a program: reading it runs it. */
export function isExecutable(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}
