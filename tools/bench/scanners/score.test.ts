import { expect, it } from 'vitest';
import { groupsOf } from './cwe-groups.js';
import { readMarks } from './read-labels.js';
import { score } from './score.js';

it('reads a label as one of the next line that is no label', () => {
  const text = ['// ruleid: a', '// ok: b', 'run();'].join('\n');
  expect(readMarks(text)).toEqual([
    { line: 3, kind: 'bad', rule: 'a' },
    { line: 3, kind: 'good', rule: 'b' },
  ]);
});

it('reads a label behind code as one of its own line', () => {
  expect(readMarks('run(); // ruleid: a')).toEqual([{ line: 1, kind: 'bad', rule: 'a' }]);
});

it('reads several rules, long names and markup comments', () => {
  const text = ['{/* ruleid: x.y.a, b */}', '<a/>', '<!-- ok: a -->', '<b/>'].join('\n');
  expect(readMarks(text).map(({ line, kind, rule }) => `${line} ${kind} ${rule}`)).toEqual([
    '2 bad a',
    '2 bad b',
    '4 good a',
  ]);
});

it('reads no label that is still to do', () => {
  expect(readMarks('// todoruleid: a\nrun();')).toEqual([]);
});

it('puts weaknesses into groups by number, and by words where there is none', () => {
  expect(groupsOf(['CWE-89: …'], 'x')).toEqual(['sql']);
  expect(groupsOf([], 'lang/security/detect-child-process')).toEqual(['command']);
  expect(groupsOf(['CWE-9999'], 'eval')).toEqual(['other']);
});

it('takes a finding up to two lines below a vulnerable line for a hit', () => {
  const labels = [bad(10), bad(20), bad(30)];
  expect(score(labels, [found(12), found(23), found(29)])).toMatchObject({ hits: 1, positives: 3 });
});

it('takes only a finding on a safe line for an alarm', () => {
  const labels = [bad(10), good(20), good(30)];
  expect(score(labels, [found(10), found(20), found(31)])).toMatchObject({
    recall: 1,
    precision: 0.5,
    alarms: 1,
    negatives: 2,
  });
});

it('takes no finding of another group for either', () => {
  const other = { ...found(10), groups: ['path'] };
  expect(score([bad(10), good(10)], [other])).toMatchObject({ hits: 0, alarms: 0 });
});

function bad(line: number) {
  return { ...found(line), kind: 'bad' as const, half: 'dev' as const };
}

function good(line: number) {
  return { ...bad(line), kind: 'good' as const };
}

function found(line: number) {
  return { file: 'a.js', line, rule: 'a', groups: ['sql'] };
}
