import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isAllowed, pathsOf } from './acp-permissions.ts';

const cwd = mkdtempSync(join(tmpdir(), 'magi-acp-'));
afterAll(() => rmSync(cwd, { recursive: true }));
const inside = join(cwd, 'a.ts');
const outside = '/etc/passwd';

it.each([
  ['reviewer', 'read', [inside], false, true],
  ['reviewer', 'search', [], false, true],
  ['reviewer', 'read', [outside], false, false],
  ['reviewer', 'edit', [inside], true, false],
  ['reviewer', 'execute', [], true, false],
  ['reviewer', 'other', [], true, false],
  ['fixer', 'edit', [inside], false, true],
  ['fixer', 'edit', [inside, outside], false, false],
  ['fixer', 'edit', [], true, false],
  ['fixer', 'delete', [outside], true, false],
  ['fixer', 'execute', [], false, false],
  ['fixer', 'execute', [], true, true],
  ['fixer', 'fetch', [], true, false],
  ['fixer', 'switch_mode', [], true, false],
  ['fixer', 'unheard-of', [inside], true, false],
] as const)('%s asks to %s %j (sandboxed: %s): %s', (role, kind, paths, sandboxed, allowed) => {
  expect(isAllowed({ kind, title: '', paths }, { role, cwd, sandboxed })).toBe(allowed);
});

it('takes paths from the locations and from the raw input, however they are called', () => {
  expect(
    pathsOf([{ path: 'a' }], { file_path: 'b', absolutePath: 'c', content: 'd', path: 'a' }),
  ).toEqual(['a', 'b', 'c']);
});
