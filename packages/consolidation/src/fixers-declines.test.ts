import type { Attempt, Disposition, Protocol, Severity } from '@magi/contracts';
import { expect, it } from 'vitest';
import { fixersDeclines } from './fixers-declines.ts';
import { playLoop } from './testing/play-loop.ts';
import { finding, protocol, review, scanner } from './testing/reviews.ts';

it('lets the fixer explain a warning away where the protocol says so', () => {
  expect(declinesOf('warning', 'continue')).toHaveLength(1);
  expect(declinesOf('warning', 'block')).toEqual([]);
  expect(declinesOf('warning', 'forbid')).toEqual([]);
});

it('never lets the fixer decline what is critical', () => {
  expect(declinesOf('critical', 'continue')).toEqual([]);
});

function declinesOf(
  severity: Severity,
  decline: Protocol['fix']['decline'],
): readonly Disposition[] {
  const { history } = playLoop({
    panel: [scanner('core', ['is_safe'])],
    round: () => ({
      reviews: [review('core', { is_safe: false }, [finding({ check: 'is_safe', severity })])],
      attempt: (rounds) => ({
        dispositions: (rounds.at(-1)?.consolidation.findings ?? []).map(
          ({ fingerprint, contentDigest }) => ({
            fingerprint,
            contentDigest,
            value: 'declined',
            reason: 'by design',
            by: 'fixer',
            round: 1,
          }),
        ),
      }),
    }),
    atMost: 2,
  });
  const attempts: Attempt[] = history.flatMap(({ attempt }) => attempt ?? []);
  const base = protocol();
  return fixersDeclines({ ...base, fix: { ...base.fix, decline } }, attempts, history);
}
