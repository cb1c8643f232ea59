import {
  type Assertion,
  Consolidation,
  type MergeRule,
  type ReportedFinding,
} from '@magi/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ConsolidationInput, consolidate } from './consolidate.ts';
import { finding, protocol, review, roundOf, scanner } from './testing/reviews.ts';

it('the order of reviews and panel does not matter', () => {
  fc.assert(
    fc.property(anyRound, fc.infiniteStream(fc.nat()), (input, keys) => {
      const shuffle = <Item>(items: readonly Item[]) =>
        items
          .map((item) => ({ item, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ item }) => item);
      const shuffled = { ...input, panel: shuffle(input.panel), reviews: shuffle(input.reviews) };
      expect(consolidate(shuffled)).toEqual(consolidate(input));
    }),
  );
});

it('a review that arrives twice is one vote', () => {
  fc.assert(
    fc.property(anyRound, (input) => {
      const twice = { ...input, reviews: [...input.reviews, ...input.reviews] };
      expect(consolidate(twice)).toEqual(consolidate(input));
    }),
  );
});

it('under AND, one more critical finding never makes a verdict better', () => {
  fc.assert(
    fc.property(anyRound, anyFinding, (input, extra) => {
      const rank = { REJECT: 0, INCOMPLETE: 1, ACCEPT: 2 };
      const strict = { ...input, protocol: protocol() };
      const [first, ...others] = input.reviews;
      if (first === undefined || first.status === 'failed') return;
      const critical = { ...extra, severity: 'critical' as const };
      const worse = { ...first, findings: [...first.findings, critical] };
      const after = consolidate({ ...strict, reviews: [worse, ...others] });
      expect(rank[after.verdict]).toBeLessThanOrEqual(rank[consolidate(strict).verdict]);
    }),
  );
});

it('the result is what the contract promises', () => {
  fc.assert(
    fc.property(anyRound, (input) => {
      const result = consolidate(input);
      expect(Consolidation.parse(result)).toEqual(result);
    }),
    { numRuns: 50 },
  );
});

const anyFinding: fc.Arbitrary<ReportedFinding> = fc
  .record({
    check: fc.constantFrom(undefined, 'x', 'y', 'z'),
    severity: fc.constantFrom('critical' as const, 'warning' as const, 'info' as const),
    rule: fc.constantFrom('r1', 'r2'),
    message: fc.constantFrom('secret in the code', 'key is hard coded', 'loop never ends'),
    line: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ check, ...rest }) => finding({ ...rest, ...(check && { check }) }));
const anyRound: fc.Arbitrary<ConsolidationInput> = fc
  .tuple(
    fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    fc.array(fc.constantFrom('y', 'z'), { maxLength: 2 }),
    fc.array(fc.array(anyFinding, { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 }),
    fc.constantFrom<MergeRule>(
      { kind: 'and' },
      { kind: 'k_of_n', k: 2 },
      { kind: 'veto', by: ['b'] },
    ),
  )
  .map(([first, second, findings, answers, merge]) => {
    const panel = [scanner('a', first), scanner('b', second), scanner('c', ['x'])];
    const reviews = panel.map((spec, index) => {
      const assertions = spec.checks.flatMap(({ id }, at): Assertion[] => {
        const value = answers[(index + at) % answers.length];
        if (value === 0) return [];
        return [value === 1 ? { check: id, value: 'false' } : { check: id, value: 'true' }];
      });
      const status = answers[index] === 4 && index > 0 ? 'failed' : 'completed';
      return review(spec.id, {}, findings[index] ?? [], { assertions, status });
    });
    return roundOf({ panel, reviews, protocol: protocol({ merge }) });
  });
