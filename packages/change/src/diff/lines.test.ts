import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { openRepository } from '../repository.ts';
import { createRepository } from '../testing/index.ts';
import { createDiffParser } from './diff-parser.ts';
import { diffTrees } from './diff-trees.ts';
import { addedLines, mapLine, mapLineBack, removedLines, writtenLines } from './lines.ts';

// Real processes on a busy machine take as long as they take.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

it('maps every line that stayed to the same text, and names every other as added or removed', async () => {
  const pairs = fc.sample(fc.tuple(lines(), lines()), { numRuns: 60, seed: 7 });
  const repository = createRepository({ files: asFiles(pairs.map(([before]) => before)) });
  repository.commit('second', asFiles(pairs.map(([, after]) => after)));
  const files = await diffed(repository.dir);
  for (const file of files) {
    const [before = [], after = []] = pairs[Number(file.path)] ?? [];
    const added = addedLines(file);
    const removed = removedLines(file);
    for (const [index, text] of before.entries()) {
      const mapped = mapLine(file.hunks, index + 1);
      expect(mapped === null).toBe(removed.has(index + 1));
      if (mapped === null) continue;
      expect(after[mapped - 1]).toBe(text);
      expect(mapLineBack(file.hunks, mapped)).toBe(index + 1);
    }
    expect(added.size).toBe(file.added);
    expect(removed.size).toBe(file.removed);
    for (let line = 1; line <= after.length; line += 1) {
      expect(mapLineBack(file.hunks, line) === null).toBe(added.has(line));
    }
  }
  repository.remove();
});

it('lists what was written as ranges', async () => {
  const repository = createRepository({ files: { a: '1\n2\n3\n4\n', b: '1\n2\n' } });
  repository.commit('second', { a: '0\n1\n2\n3\n4\n5\n6\n', b: '1\n' });
  expect(writtenLines(await diffed(repository.dir))).toEqual([
    {
      file: 'a',
      ranges: [
        { start: 1, count: 1 },
        { start: 6, count: 2 },
      ],
    },
  ]);
  repository.remove();
});

it('reads a diff the same in pieces of any size', () => {
  const repository = createRepository({ files: { a: 'one\ntwo', b: '++ x\n', 'c c': 'c\n' } });
  repository.commit('second', {
    a: 'one\nTWO\nthree',
    b: '-- x\n@@ -1 +1 @@\ndiff --git a/x b/x\n',
    'c c': null,
    'd\nd': 'version https://git-lfs\n',
  });
  const args = ['diff-tree', '-r', '-z', '--raw', '-p', '-U0', '--full-index', 'HEAD~1', 'HEAD'];
  const diff = execFileSync('git', args, { cwd: repository.dir });
  const whole = parsed(diff, [diff.length]);
  expect(whole.map(({ added, removed }) => [added, removed])).toEqual([
    [2, 1],
    [3, 1],
    [0, 1],
    [1, 0],
  ]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (sizes) => {
      expect(parsed(diff, sizes)).toEqual(whole);
    }),
  );
  expect(() => parsed(diff.subarray(0, diff.length - 9), [4096])).toThrow('in the middle');
  repository.remove();
});

function lines(): fc.Arbitrary<string[]> {
  return fc.array(fc.constantFrom('', 'a', 'b', '+', '-x', '@@ -1 +1 @@', '\\ No newline'));
}

function asFiles(contents: readonly (readonly string[])[]): Record<string, string> {
  const ended = contents.map((text) => text.map((line) => `${line}\n`).join(''));
  return Object.fromEntries(ended.map((text, index) => [String(index), text]));
}

async function diffed(dir: string) {
  const opened = await openRepository(dir);
  if (!opened.ok) throw new Error(opened.error.message);
  return diffTrees(opened.value, 'HEAD~1', 'HEAD');
}

function parsed(diff: Buffer, sizes: readonly number[]) {
  const parser = createDiffParser();
  for (let at = 0, turn = 0; at < diff.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    parser.push(diff.subarray(at, at + size));
    at += size;
  }
  return parser.end().files;
}
