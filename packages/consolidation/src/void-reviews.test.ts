import type { Review } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { fiveProtocols } from './testing/five-protocols.ts';
import { playLoop } from './testing/play-loop.ts';
import { review, scanner } from './testing/reviews.ts';
import { isUnusable, violationOf } from './void-reviews.ts';

describe('a reviewer that wrote', () => {
  it.each([
    ['reviewer_integrity_failure: files changed', 'reviewer_integrity_failure'],
    ['tampered: it changed what it reviewed', 'reviewer_integrity_failure'],
    ['candidate_integrity_failure: HEAD moved', 'candidate_integrity_failure'],
  ])('"%s" is told as %s', (reason, told) => {
    expect(violationOf([seat('timeout: late'), seat(reason)])?.reason).toBe(told);
  });
  it('weighs less than one that moved the candidate', () => {
    const seats = [seat('tampered: files'), seat('candidate_integrity_failure: HEAD moved')];
    expect(violationOf(seats)?.reason).toBe('candidate_integrity_failure');
  });
  it.each(Object.entries(fiveProtocols))(
    'stops a loop under %s, whatever the others say',
    (_id, protocol) => {
      for (const is_safe of [true, false]) {
        const { decision, rounds } = playLoop({
          protocol,
          panel: [scanner('core', ['is_safe']), scanner('security', ['is_safe'])],
          round: () => ({ reviews: [review('core', { is_safe }), voided()] }),
        });
        expect([rounds, decision]).toMatchObject([
          1,
          {
            outcome: 'blocked',
            reason: 'reviewer_integrity_failure',
            message: 'while security reviewed: files changed',
          },
        ]);
      }
    },
  );
});

describe('an answer that nobody can rely on', () => {
  it.each([
    ['unparsable: the answer holds no JSON object', true],
    ['its review is stale: it looked at tree a, not b', true],
    ['timeout: did not finish within its time limit', false],
    ['MAGI_AGENT_UNKNOWN: no such agent', false],
  ])('%s: %s', (reason, unusable) => {
    expect(isUnusable(seat(reason))).toBe(unusable);
  });
});

function seat(reason: string) {
  return { scanner: 'core', status: 'failed', reason };
}

function voided(): Review {
  const reason = 'reviewer_integrity_failure: files changed';
  return { ...review('security', {}), status: 'failed', reason };
}
