import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memorySnapshot } from '../testing/index.ts';
import { changeText } from './change-text.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 200 });

it('shows every added and removed line once, with its number on its own side', async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, async (base, head) => {
      fc.pre(base.length > 0 && base.join() !== head.join());
      const snapshot = memorySnapshot({ base: { f: text(base) }, head: { f: text(head) } });
      const [file] = snapshot.candidate.files;
      if (!file) return;
      const shown = await changeText(file, snapshot);
      const rows = (sign: string) =>
        [...shown.matchAll(/^ *(\d+) ([ +-]) (.*)$/gm)].filter((row) => row[2] === sign);
      const added = file.hunks.flatMap((h) => numbers(h.newStart, h.newLines));
      const removed = file.hunks.flatMap((h) => numbers(h.oldStart, h.oldLines));
      expect(rows('+').map((row) => Number(row[1]))).toEqual(added);
      expect(rows('-').map((row) => Number(row[1]))).toEqual(removed);
      for (const [, line, , content] of rows('+')) expect(content).toBe(head[Number(line) - 1]);
      for (const [, line, , content] of rows('-')) expect(content).toBe(base[Number(line) - 1]);
      for (const [, line, , content] of rows(' ')) expect(content).toBe(head[Number(line) - 1]);
    }),
    { numRuns: 60 },
  );
});

it('shows a short file whole and says what it leaves out of a long one', async () => {
  const long = Array.from({ length: 300 }, (_, n) => `line ${n + 1}`);
  const changed = long.with(149, 'changed');
  const shown = await textOf({ base: text(long), head: text(changed) });
  expect(shown.split('\n')).toHaveLength(1 + 1 + 15 + 2 + 15 + 1);
  expect(shown).toContain('(lines 1-134 unchanged, not shown)');
  expect(shown).toContain('(lines 166-300 unchanged, not shown)');
  expect(shown).toContain('  150 - line 150\n  150 + changed');
});

it('names what happened to the file', async () => {
  expect(await textOf({ head: 'x\n' })).toMatch(/^f \(added, mode 000000 → 100644\)\n/);
  expect(await textOf({ base: 'x\n' })).toMatch(/^f \(deleted, .*\)\n {4}1 - x$/);
});

it('says of content that is no text what it is', async () => {
  const snapshot = memorySnapshot({ base: {}, head: { f: 'x' } });
  const [file] = snapshot.candidate.files;
  if (!file) throw new Error('no file');
  expect(await changeText({ ...file, kind: 'binary' }, snapshot)).toContain('binary content');
  expect(await changeText({ ...file, kind: 'gitlink' }, snapshot)).toContain(
    'submodule: commit none →',
  );
});

function text(content: readonly string[]): string {
  return content.map((line) => `${line}\n`).join('');
}

function numbers(start: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => start + index);
}

async function textOf(sides: { readonly base?: string; readonly head?: string }): Promise<string> {
  const snapshot = memorySnapshot({
    base: sides.base === undefined ? {} : { f: sides.base },
    head: sides.head === undefined ? {} : { f: sides.head },
  });
  const [file] = snapshot.candidate.files;
  return file ? changeText(file, snapshot) : '';
}
