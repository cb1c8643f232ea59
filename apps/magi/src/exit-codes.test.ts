import type { ReviewOutput } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, type FailOn } from './exit-codes.ts';

describe('exitCodeOf a review', () => {
  it.each<[ReviewOutput['verdict'], FailOn, number]>([
    ['ACCEPT', 'gating', 0],
    ['REJECT', 'gating', 1],
    ['INCOMPLETE', 'gating', 5],
    ['ACCEPT', 'info', 1],
    ['ACCEPT', 'critical', 0],
    ['REJECT', 'never', 0],
    ['INCOMPLETE', 'never', 5],
  ])('with the verdict %s and --fail-on %s is %i', (verdict, failOn, code) => {
    const review = { verdict, outcome: 'stopped', findings: [{ severity: 'warning' }] };
    expect(exitCodeOf(review as ReviewOutput, { failOn, mode: 'review' })).toBe(code);
  });
});

describe('exitCodeOf a loop', () => {
  it.each<[ReviewOutput['outcome'], number]>([
    ['converged', 0],
    ['accepted_with_findings', 1],
    ['stopped', 1],
    ['escalated', 3],
    [null, 3],
    ['blocked', 5],
    ['exhausted', 6],
  ])('that is %s is %i', (outcome, code) => {
    const review = { verdict: 'ACCEPT', outcome, findings: [] };
    expect(exitCodeOf(review as unknown as ReviewOutput, { failOn: 'gating', mode: 'loop' })).toBe(
      code,
    );
  });
});
