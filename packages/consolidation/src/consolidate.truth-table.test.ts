import type { Assertion } from '@magi/contracts';
import { expect, it } from 'vitest';
import { consolidate } from './consolidate.ts';
import { finding, review, roundOf, scanner } from './testing/reviews.ts';

/*
 * The whole truth table of logical AND: nought to five owners of one check, each of which says true,
 * says false, could not evaluate it, leaves it out, or fails. Every row is tried in every order.
 */
const answers = ['true', 'false', 'not_evaluated', 'missing', 'failed'] as const;
type Answer = (typeof answers)[number];

for (const owners of [1, 2, 3, 4, 5]) {
  it(`merges ${owners} of ${answers.length} answers as the table says, in any order`, () => {
    const wrong = rowsOf(owners).filter((row) => {
      const { value, verdict } = consolidated(row, 'degraded');
      const wanted = expected(row);
      return value !== wanted.value || verdict !== wanted.verdict;
    });
    expect(wrong).toEqual([]);
  }, 60_000);
}

it('is incomplete without any scanner', () => {
  expect(consolidate(roundOf()).verdict).toBe('INCOMPLETE');
});

it('takes an answer of "not applicable" neither for true nor for a gap', () => {
  expect(consolidated(['true', 'not_evaluated'], 'not_applicable').verdict).toBe('ACCEPT');
  expect(consolidated(['not_evaluated'], 'not_applicable')).toMatchObject({
    value: 'not_evaluated',
    verdict: 'ACCEPT',
  });
  expect(consolidated(['false', 'not_evaluated'], 'not_applicable').verdict).toBe('REJECT');
});

it('says plainly that a tool is missing and goes on', () => {
  expect(consolidated(['not_evaluated'], 'missing_tool')).toMatchObject({
    value: 'not_evaluated',
    verdict: 'ACCEPT',
  });
});

function expected(row: readonly Answer[]) {
  if (row.includes('false')) return { value: 'false', verdict: 'REJECT' };
  return row.every((answer) => answer === 'true')
    ? { value: 'true', verdict: 'ACCEPT' }
    : { value: 'not_evaluated', verdict: 'INCOMPLETE' };
}

function rowsOf(length: number): readonly (readonly Answer[])[] {
  if (length === 0) return [[]];
  return rowsOf(length - 1).flatMap((row) => answers.map((answer) => [...row, answer]));
}

type Kind = Extract<Assertion, { value: 'not_evaluated' }>['kind'];

function consolidated(row: readonly Answer[], kind: Kind) {
  const { checks, verdict } = consolidate(
    roundOf({
      panel: row.map((_, index) => scanner(`s${index}`, ['holds'])),
      reviews: row.map((answer, index) => reviewOf(`s${index}`, answer, kind)),
    }),
  );
  return { value: checks[0]?.value, verdict };
}

function reviewOf(id: string, answer: Answer, kind: Kind) {
  switch (answer) {
    case 'true':
      return review(id, { holds: true });
    case 'false':
      return review(id, { holds: false }, [finding({ check: 'holds' })]);
    case 'missing':
      return review(id, {});
    case 'failed':
      return review(id, {}, [], { status: 'failed', reason: 'it crashed' });
    case 'not_evaluated':
      return review(id, {}, [], {
        assertions: [{ check: 'holds', value: 'not_evaluated', kind, reason: 'why not' }],
      });
  }
}
