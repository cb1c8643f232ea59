import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkRelativePath } from './path-guard.ts';
import { writeAtomically } from './write-atomically.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'magi-files-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('writes private files in private folders and leaves nothing else', async () => {
  const written = await writeAtomically(root, 'deep/folder/a.json', '{}\n');
  expect(written).toEqual({ ok: true, value: join(root, 'deep/folder/a.json') });
  expect(readFileSync(join(root, 'deep/folder/a.json'), 'utf8')).toBe('{}\n');
  expect(readdirSync(join(root, 'deep/folder'))).toEqual(['a.json']);
  expect(statSync(join(root, 'deep')).mode & 0o777).toBe(0o700);
  expect(statSync(join(root, 'deep/folder/a.json')).mode & 0o777).toBe(0o600);
});

it('replaces an older file', async () => {
  await writeAtomically(root, 'a', 'old');
  await writeAtomically(root, 'a', new Uint8Array([1, 2, 3]));
  expect([...readFileSync(join(root, 'a'))]).toEqual([1, 2, 3]);
});

it.each([
  ['', 'empty'],
  ['a\0b', 'nul'],
  ['/etc/passwd', 'absolute'],
  ['C:\\x', 'absolute'],
  ['\\\\server\\x', 'absolute'],
  ['../x', 'parent-segment'],
  ['a/../../x', 'parent-segment'],
  ['a//x', 'parent-segment'],
  ['./x', 'parent-segment'],
  ['.git/config', 'git-folder'],
  ['sub/.GIT/hooks/pre-commit', 'git-folder'],
  ['.git /x', 'git-folder'],
  ['GIT~1/x', 'git-folder'],
  ['.g\u200cit/x', 'git-folder'],
])('refuses %j', async (path, kind) => {
  await expect(writeAtomically(root, path, 'x')).resolves.toMatchObject({ error: { kind } });
  expect(readdirSync(root)).toEqual([]);
});

it('refuses links on the way and as the target', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'magi-outside-'));
  symlinkSync(outside, join(root, 'folder'));
  symlinkSync(join(outside, 'file'), join(root, 'file'));
  for (const path of ['folder/x', 'file']) {
    await expect(writeAtomically(root, path, 'x')).resolves.toMatchObject({
      error: { kind: 'link' },
    });
  }
  expect(readdirSync(outside)).toEqual([]);
  rmSync(outside, { recursive: true });
});

it('refuses a path through a file', async () => {
  writeFileSync(join(root, 'file'), 'x');
  await expect(writeAtomically(root, 'file/x', 'x')).resolves.toMatchObject({
    error: { kind: 'not-a-folder' },
  });
});

it('leaves no temporary file when the target is a folder', async () => {
  mkdirSync(join(root, 'folder'));
  await expect(writeAtomically(root, 'folder', 'x')).rejects.toThrow();
  expect(readdirSync(root)).toEqual(['folder']);
});

it('accepts no path that leaves the root', () => {
  const segment = fc.oneof(fc.constantFrom('..', '.', '', '.git', 'a', 'b c', '\0'), fc.string());
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
      const path = segments.join('/');
      if (!checkRelativePath(path).ok) return;
      expect(join('/root', path).startsWith('/root/')).toBe(true);
    }),
  );
});
