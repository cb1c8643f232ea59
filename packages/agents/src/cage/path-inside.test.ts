import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isInside } from './path-inside.ts';

const root = mkdtempSync(join(tmpdir(), 'magi-inside-'));
mkdirSync(join(root, 'src'));
writeFileSync(join(root, 'src/a.ts'), '');
symlinkSync('/etc', join(root, 'outside'));
symlinkSync('/nowhere/yet', join(root, 'dangling'));
symlinkSync('src', join(root, 'alias'));
afterAll(() => rmSync(root, { recursive: true }));

it.each(['src/a.ts', './src/a.ts', 'src/new/deep/b.ts', 'alias/a.ts', join(root, 'src/a.ts')])(
  'takes %s',
  (path) => {
    expect(isInside(root, path)).toBe(true);
  },
);

it.each([
  '../x',
  'src/../../x',
  '/etc/passwd',
  'outside/passwd',
  'outside/new',
  'dangling',
  'dangling/new',
  '.git/config',
  'src/.GIT/hooks/pre-commit',
  'a\0b',
  `${root}-sibling/x`,
])('refuses %s', (path) => {
  expect(isInside(root, path)).toBe(false);
});
