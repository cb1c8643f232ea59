import { Consolidation } from '@magi/contracts';
import { expect, it } from 'vitest';
import { consolidate } from './consolidate.ts';
import { candidate, finding, review, roundOf, scanner } from './testing/reviews.ts';

it('accepts when every owner of every check said true and every file was seen', () => {
  const input = roundOf({
    panel: [scanner('core', ['is_modular'])],
    reviews: [review('core', { is_modular: true })],
  });
  expect(consolidate(input)).toMatchObject({ verdict: 'ACCEPT', evaluated: { checks: 1, of: 1 } });
});

it('rejects on one false of one scanner and says who disagrees', () => {
  const input = roundOf({
    panel: [scanner('core', ['is_safe']), scanner('security', ['is_safe'])],
    reviews: [
      review('core', { is_safe: true }),
      review('security', { is_safe: false }, [
        finding({ check: 'is_safe', file: 'a.ts', line: 1 }),
      ]),
    ],
  });
  const result = consolidate(input);
  expect(result.verdict).toBe('REJECT');
  expect(result.disagreements).toMatchObject([
    { check: 'is_safe', for: [{ scanner: 'core' }], against: [{ scanner: 'security' }] },
  ]);
  expect(result.constraints).toMatchObject([{ key: 'is_safe', state: 'open' }]);
});

it('writes what the contract promises', () => {
  const input = roundOf({
    panel: [scanner('core', ['is_safe']), scanner('security', ['is_safe'])],
    reviews: [review('core', { is_safe: false }, [finding({ check: 'is_safe' })])],
    candidate: candidate(['a.ts', 'b.ts']),
  });
  expect(Consolidation.parse(consolidate(input)).incomplete).toMatchObject([
    { scanner: 'security', status: 'failed' },
  ]);
});
