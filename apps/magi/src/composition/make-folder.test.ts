import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

const scratch = mkdtempSync(join(tmpdir(), 'magi-folder-'));
afterEach(() => rmSync(join(scratch, 'a'), { recursive: true, force: true }));

it('makes what is missing, once or again', async () => {
  await makeFolder(join(scratch, 'a/b/c'));
  await makeFolder(join(scratch, 'a/b/c'));
  expect(existsSync(join(scratch, 'a/b/c'))).toBe(true);
});

it('refuses where a file is in the way', async () => {
  writeFileSync(join(scratch, 'a'), '');
  await expect(makeFolder(join(scratch, 'a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeFolder(join(scratch, 'a'))).rejects.toMatchObject({ code: 'EEXIST' });
});

it.runIf(process.platform === 'linux')('ends where nothing can be made', async () => {
  await expect(makeFolder('/proc/nothing/below')).rejects.toMatchObject({ code: 'ENOENT' });
});
