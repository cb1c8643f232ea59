import type { Candidate, ReportedFinding } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { anchorReview } from './anchor-review.ts';
import { candidate, finding, review } from './testing/reviews.ts';

const source = [
  'export function load(path: string) {', // 1
  '  const text = read(path);', //           2
  '  return parse(text);', //                3
  '}', //                                    4
  '', //                                     5
  'export function store(path: string) {', // 6
  '  const text = read(path);', //           7
  '  write(path, text);', //                 8
  '}', //                                    9
];

describe('evidence', () => {
  it('is exact where the quote stands on the reported line, whatever its white space', () => {
    const anchored = anchor({ line: 3, evidence: 'return  parse( text )' });
    expect(anchored).toMatchObject({ line: 3, anchor: { evidenceCheck: { status: 'exact' } } });
  });

  it('moves the finding to the nearest place where the quote stands', () => {
    const anchored = anchor({ line: 9, evidence: 'const text = read(path);' });
    expect(anchored).toMatchObject({
      line: 7,
      anchor: { evidenceCheck: { status: 'reanchored', fromLine: 9 } },
    });
  });

  it('moves a range as a whole', () => {
    expect(anchor({ line: 1, endLine: 2, evidence: 'write(path, text);' })).toMatchObject({
      line: 8,
      endLine: 9,
    });
  });

  it('demotes a finding whose quote is not in the file, and says what it was', () => {
    const anchored = anchor({ line: 3, evidence: 'eval(text)', severity: 'critical' });
    expect(anchored.severity).toBe('info');
    expect(anchored.anchor?.evidenceCheck).toEqual({
      status: 'demoted',
      reason: 'the quoted evidence is not in the file; was critical',
    });
  });

  it('demotes what lies beyond the end of the file, onto its last line', () => {
    const anchored = anchor({ line: 400, evidence: '' });
    expect(anchored).toMatchObject({ line: 9, severity: 'info' });
    expect(anchored.anchor?.evidenceCheck).toMatchObject({
      reason: 'line 400 is beyond the end of the file (9 lines); was critical',
    });
  });

  it('demotes a finding in a file that the tree does not have', () => {
    const anchored = anchor({ file: 'gone.ts', evidence: 'x' });
    expect(anchored.anchor?.evidenceCheck.status).toBe('demoted');
  });

  it('does not judge a finding without a quote', () => {
    expect(anchor({ line: 3, evidence: ' ' }).anchor?.evidenceCheck.status).toBe('unchecked');
  });

  it('lets an elided or redacted quote match what was left out', () => {
    expect(anchor({ line: 2, evidence: 'const text = ***;' }).anchor?.evidenceCheck.status).toBe(
      'exact',
    );
    expect(anchor({ line: 2, evidence: 'text = read(…)' }).anchor?.evidenceCheck.status).toBe(
      'exact',
    );
    expect(
      anchor({ line: 2, evidence: 'const text = [REDACTED];' }).anchor?.evidenceCheck.status,
    ).toBe('exact');
  });

  it('reads quotes with the marks of a diff, and quotes over several lines', () => {
    const evidence = '+  const text = read(path);\n+  return parse(text);';
    expect(anchor({ line: 2, evidence })).toMatchObject({
      line: 2,
      anchor: { evidenceCheck: { status: 'exact' } },
    });
  });

  it('takes a quote of removed code for a finding about the base side', () => {
    const anchored = anchor(
      { line: 3, evidence: 'validate(path);' },
      { base: ['validate(path);'] },
    );
    expect(anchored).toMatchObject({ side: 'base', line: 1 });
  });

  it('leaves a finding about binary content alone', () => {
    const anchored = anchor({ file: 'a.ts', evidence: 'PNG' }, { head: null });
    expect(anchored.anchor?.evidenceCheck.status).toBe('unchecked');
  });

  it('notes every correction as a fault of the reviewer', () => {
    const { faults } = anchorReview(
      review('core', {}, [finding({ line: 9, evidence: 'const text = read(path);' })]),
      { candidate: candidate(), lines: () => source },
    );
    expect(faults).toEqual(['some-rule in a.ts: reported at line 9, the quote stands at line 7']);
  });

  it('never believes an anchor that came with the review', () => {
    const forged = anchor({ line: 3, evidence: 'return parse(text);' }).anchor;
    const anchored = anchor({ line: 2, evidence: 'eval(text)', ...(forged && { anchor: forged }) });
    expect(anchored.anchor?.evidenceCheck.status).toBe('demoted');
  });
});

describe('identity', () => {
  it('tells equal lines of different functions apart by their symbol', () => {
    const first = anchor({ line: 2, evidence: 'const text = read(path);' });
    const second = anchor({ line: 7, evidence: 'const text = read(path);' });
    expect([first.symbol, second.symbol]).toEqual(['load', 'store']);
    expect(first.anchor?.lineHash).toBe(second.anchor?.lineHash);
  });

  it('counts equal lines of one symbol', () => {
    const lines = ['function f() {', '  step();', '  step();', '}'];
    const occurrences = [2, 3].map(
      (line) => anchor({ line, evidence: 'step();' }, { head: lines }).anchor?.occurrence,
    );
    expect(occurrences).toEqual([0, 1]);
  });

  it('binds dispositions to the lines the finding rests on', () => {
    const before = anchor({ line: 7, endLine: 8, evidence: 'write(path, text);' });
    const edited = source.map((line) => line.replace('write(path, text)', 'write(path, text, 2)'));
    const after = anchor({ line: 7, endLine: 8, evidence: 'write(path' }, { head: edited });
    expect(before.anchor?.contentDigest).not.toBe(after.anchor?.contentDigest);
  });
});

describe('origin', () => {
  const added: Candidate = candidate(
    ['a.ts'],
    [{ oldStart: 6, oldLines: 0, newStart: 7, newLines: 2 }],
  );
  const removed: Candidate = candidate(
    ['a.ts'],
    [{ oldStart: 3, oldLines: 2, newStart: 2, newLines: 0 }],
  );

  it('is introduced on a line that the change added, and pre-existing elsewhere', () => {
    expect(originAt(7, added)).toBe('introduced');
    expect(originAt(6, added)).toBe('pre_existing');
  });

  it('is introduced on both sides of a place where lines were taken out', () => {
    expect([1, 2, 3, 4].map((line) => originAt(line, removed))).toEqual([
      'pre_existing',
      'introduced',
      'introduced',
      'pre_existing',
    ]);
  });

  it('is introduced for a finding about the diff as a whole', () => {
    const anchored = anchor({ line: 1, evidence: '', diffLevel: true }, { of: added });
    expect(anchored.anchor?.origin).toBe('introduced');
  });

  it('is pre-existing in a file outside of the change', () => {
    const anchored = anchor({ file: 'other.ts', line: 1, evidence: 'load' }, { of: added });
    expect(anchored.anchor?.origin).toBe('pre_existing');
  });
});

type Given = {
  readonly head?: readonly string[] | null;
  readonly base?: readonly string[];
  readonly of?: Candidate;
};

function anchor(changes: Partial<ReportedFinding>, given: Given = {}): ReportedFinding {
  const head = given.head === undefined ? source : given.head;
  const anchored = anchorReview(review('core', {}, [finding(changes)]), {
    candidate: given.of ?? candidate(),
    lines: (side, file) => {
      if (file === 'gone.ts') return null;
      return side === 'head' ? head : (given.base ?? null);
    },
  });
  return anchored.findings[0] as ReportedFinding;
}

function originAt(line: number, of: Candidate) {
  return anchor({ line, evidence: source[line - 1]?.trim() || '' }, { of }).anchor?.origin;
}
