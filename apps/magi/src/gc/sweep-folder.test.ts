import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepFolder } from './sweep-folder.ts';

it('removes old files and keeps young ones, at any depth', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'magi-sweep-'));
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  const [old, young] = [join(folder, 'a/b/old'), join(folder, 'young')];
  for (const file of [old, young]) writeFileSync(file, '');
  utimesSync(old, 1, 1);
  expect(await sweepFolder(folder, 2_000)).toBe(1);
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});

it('takes a folder that is not there for an empty one', async () => {
  expect(await sweepFolder('/nowhere/at/all', 1)).toBe(0);
});
