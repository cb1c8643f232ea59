import type { ReportedFinding } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { anchorReview } from './anchor-review.ts';
import { contentDigestOf, fingerprintOf } from './fingerprint.ts';
import { type MatchOptions, matchFindings } from './match-findings.ts';
import type { Identifiable } from './match-pool.ts';
import { candidate, finding, review } from './testing/reviews.ts';

const before = [
  'function load() {', //      1
  '  const a = read(one);', // 2
  '  const b = read(two);', // 3
  '  return join(a, b);', //   4
  '}', //                      5
];

describe('without any knowledge of the change', () => {
  it('recognises a finding below new lines', () => {
    const after = ['// header', '', ...before];
    expect(matched(on(before, 3), on(after, 5))).toEqual(['0 is 0 by content']);
  });

  it('recognises another rule id and other words about the same lines', () => {
    const old = on(before, 3, { rule: 'finding-1', message: 'result of read is not checked' });
    const fresh = on(before, 3, { rule: 'finding-2', message: 'nobody checks the result of read' });
    expect(matched(old, fresh)).toEqual(['0 is 0 by reworded']);
  });

  it('takes no edited line for the old one: it might be its neighbour', () => {
    expect(matched(on(before, 2), on(before, 3))).toEqual([]);
  });

  it('keeps different problems on one line apart', () => {
    const old = on(before, 3, { rule: 'a', message: 'result of read is not checked' });
    const fresh = on(before, 3, { rule: 'b', message: 'the name says nothing' });
    expect(matched(old, fresh)).toEqual([]);
  });
});

describe('with the lines that were written', () => {
  const after = before.map((line) => line.replace('read(two)', 'read(two, options)'));
  const written = [{ file: 'a.ts', ranges: [{ start: 3, count: 1 }] }];

  it('recognises a line that was edited', () => {
    expect(matched(on(before, 3), on(after, 3), { written })).toEqual(['0 is 0 by edited_line']);
  });

  it('knows that a line which was not written is another one', () => {
    expect(matched(on(before, 3), on(after, 2), { written })).toEqual([]);
  });

  it('tells equal lines apart by where they must stand now', () => {
    const twice = ['go(here);', 'one();', 'two();', 'go(here);'];
    const shifted = ['go(there);', 'new();', 'new();', ...twice.slice(1)];
    const lines = [{ file: 'a.ts', ranges: [{ start: 1, count: 3 }] }];
    expect(matched(on(twice, 4), on(shifted, 6), { written: lines })).toEqual([
      '0 is 0 by content',
    ]);
  });
});

describe('with the diff', () => {
  const renamed = {
    path: 'b.ts',
    oldPath: 'a.ts',
    status: 'renamed' as const,
    hunks: [
      { oldStart: 0, oldLines: 0, newStart: 1, newLines: 2 },
      { oldStart: 3, oldLines: 1, newStart: 5, newLines: 1 },
    ],
  };
  const after = ['// one', '// two', ...before.map((line) => line.replace('two', 'three'))];

  it('follows lines through hunks and renames', () => {
    const old = [...on(before, 2), ...on(before, 3)];
    const fresh = [...on(after, 4, { file: 'b.ts' }), ...on(after, 5, { file: 'b.ts' })];
    expect(matched(old, fresh, { diff: [renamed] })).toEqual([
      '0 is 0 by line',
      '1 is 1 by edited_line',
    ]);
  });

  it('does not take a like line for one that still stands', () => {
    const same = ['step();', 'step();'];
    expect(matched(on(same, 1), on(same, 2), { diff: [] })).toEqual([]);
  });

  it('pairs several findings of one line by their words', () => {
    const [first, second] = [
      on(before, 3, { message: 'result of read is ignored' }),
      on(before, 3, { message: 'b is a poor name' }),
    ];
    const fresh = [...second, ...first];
    expect(matched([...first, ...second], fresh, { diff: [] })).toEqual([
      '0 is 1 by line',
      '1 is 0 by line',
    ]);
  });
});

it('uses every finding once', () => {
  const old = [...on(before, 3), ...on(before, 3)];
  expect(matched(old, on(before, 3))).toHaveLength(1);
});

it('recognises a telling line that moved to another file', () => {
  const moved = ['function load() {', '  const b = read(two);'];
  expect(matched(on(before, 3), on(moved, 2, { file: 'new.ts' }))).toEqual([
    '0 is 0 by moved_file',
  ]);
});

/** Findings on one line of a file, measured as a review would be. */
function on(
  lines: readonly string[],
  line: number,
  changes: Partial<ReportedFinding> = {},
): readonly Identifiable[] {
  const reported = finding({
    line,
    evidence: lines[line - 1] ?? '',
    rule: 'r',
    message: 'same',
    ...changes,
  });
  const text = { candidate: candidate(), lines: () => lines };
  return anchorReview(review('core', {}, [reported]), text).findings.map((anchored) => ({
    ...anchored,
    check: null,
    fingerprint: fingerprintOf(anchored, candidate()),
    contentDigest: contentDigestOf(anchored),
  }));
}

function matched(
  previous: readonly Identifiable[],
  current: readonly Identifiable[],
  options: MatchOptions = {},
): readonly string[] {
  return matchFindings(previous, current, options).map(
    (match) => `${match.previous} is ${match.current} by ${match.by}`,
  );
}
