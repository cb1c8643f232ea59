import type { ReviewOutput } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, type FailOn } from './exit-codes.ts';

const whole = { incomplete: [], coverage: [] };

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
    const review = { verdict, outcome: 'stopped', findings: [{ severity: 'warning' }], ...whole };
    expect(exitCodeOf(review as unknown as ReviewOutput, { failOn, mode: 'review' })).toBe(code);
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
    const review = { verdict: 'ACCEPT', outcome, findings: [], ...whole };
    expect(exitCodeOf(review as unknown as ReviewOutput, { failOn: 'gating', mode: 'loop' })).toBe(
      code,
    );
  });
});

describe('exitCodeOf a run without all of its agents', () => {
  it.each([
    ['a budget that did not suffice', 'budget', 'unseen', 6],
    ['an agent that is missing and nobody else', 'not-installed', 'unseen', 4],
    ['an agent without a login and nobody else', 'auth-required', 'unseen', 4],
    ['a missing agent beside others', 'not-installed', 'seen', 5],
    ['an agent that hung', 'timeout', 'unseen', 5],
  ] as const)('because of %s is %s', (_, code, state, expected) => {
    const review = {
      verdict: 'INCOMPLETE',
      outcome: 'blocked',
      findings: [],
      incomplete: [{ scanner: 'a', status: 'failed', reason: '', code }],
      coverage: [{ file: 'a.ts', state, scanners: {} }],
    } as unknown as ReviewOutput;
    for (const mode of ['review', 'loop'] as const)
      expect(exitCodeOf(review, { failOn: 'gating', mode })).toBe(expected);
  });
});
