import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineMapOf } from './line-map.ts';

it('agrees with an edit of the text itself, line by line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ keep: fc.nat(4), cut: fc.nat(3), put: fc.nat(3) })),
      (edits) => {
        const { hunks, truth, length } = edited(edits);
        const follow = lineMapOf([{ path: 'a', status: 'modified', hunks }]);
        for (let line = 1; line <= length; line += 1) {
          const mapped = follow('a', line);
          expect(mapped?.isUnchanged ? mapped.line : null).toBe(truth.get(line) ?? null);
        }
      },
    ),
  );
});

it('follows renames and knows nothing of deleted files', () => {
  const follow = lineMapOf([
    { path: 'b', oldPath: 'a', status: 'renamed', hunks: [] },
    { path: 'c', status: 'deleted', hunks: [] },
  ]);
  expect(follow('a', 3)).toMatchObject({ file: 'b', line: 3 });
  expect(follow('c', 3)).toBeNull();
  expect(follow('d', 3)).toMatchObject({ file: 'd', line: 3, isUnchanged: true });
});

it('points a rewritten line at what replaced it', () => {
  const hunks = [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 3 }];
  const follow = lineMapOf([{ path: 'a', status: 'modified', hunks }]);
  expect(follow('a', 2)).toEqual({ file: 'a', line: 2, endLine: 4, isUnchanged: false });
});

/** Keeps, cuts and puts lines in turn; adjacent changes of nothing make no hunk. */
function edited(edits: readonly { keep: number; cut: number; put: number }[]) {
  const truth = new Map<number, number>();
  const hunks: { oldStart: number; oldLines: number; newStart: number; newLines: number }[] = [];
  let [old, fresh] = [0, 0];
  for (const { keep, cut, put } of edits) {
    for (let at = 1; at <= keep + 1; at += 1) truth.set(old + at, fresh + at);
    old += keep + 1;
    fresh += keep + 1;
    if (cut + put === 0) continue;
    hunks.push({
      oldStart: cut === 0 ? old : old + 1,
      oldLines: cut,
      newStart: put === 0 ? fresh : fresh + 1,
      newLines: put,
    });
    old += cut;
    fresh += put;
  }
  return { hunks, truth, length: old };
}
