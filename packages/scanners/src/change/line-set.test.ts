import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineHunks } from '../testing/line-hunks.ts';
import { addedLines, removedLines } from './line-set.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

it('leaves the same text on both sides when added and removed lines are taken out', () => {
  fc.assert(
    fc.property(lines, lines, (base, head) => {
      const hunks = lineHunks(base, head);
      const added = addedLines(hunks);
      const removed = removedLines(hunks);
      const kept = head.filter((_, index) => !added.has(index + 1));
      expect(kept).toEqual(base.filter((_, index) => !removed.has(index + 1)));
      expect(added.lines()).toHaveLength(added.count);
    }),
  );
});

it('finds the first added line of a range', () => {
  const added = addedLines([
    { oldStart: 1, oldLines: 0, newStart: 3, newLines: 2 },
    { oldStart: 5, oldLines: 1, newStart: 9, newLines: 1 },
  ]);
  expect(added.first(1, 2)).toBeNull();
  expect(added.first(1, 9)).toBe(3);
  expect(added.first(4, 9)).toBe(4);
  expect(added.first(5, 8)).toBeNull();
});

it('knows where lines were taken out', () => {
  const added = addedLines([{ oldStart: 4, oldLines: 2, newStart: 3, newLines: 0 }]);
  expect(added.isCutWithin(3, 4)).toBe(true);
  expect(added.isCutWithin(4, 6)).toBe(false);
});
