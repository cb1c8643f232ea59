import type { Attempt } from '@magi/contracts';
import { aCandidate, aCompletedReview, aProtocol, aScanner, playRun } from '@magi/engine/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { loopTasks } from './loop-tasks.ts';

type Context = Parameters<typeof loopTasks>[0];
let context: Context;
beforeAll(async () => {
  context = await aLoop();
});

describe('the progress of a loop', () => {
  it('tells what blocks each round, and how it went on', () => {
    expect(told({ rounds: 0, attempts: 0 })).toEqual([
      '✖ round 1 of 3: REJECT · blocked by is_a, is_b, is_c and 1 more · 2 calls, $0.50',
      '✔ round 2 of 3: ACCEPT · 2 calls, $0.50',
      '✔ attempt 1 of 2: committed 0123456789ab · 2 calls, $0.50',
    ]);
  });
  it('tells only what is new', () => {
    expect(told({ rounds: 1, attempts: 1 })).toHaveLength(1);
  });
  it('says why an attempt came to nothing', () => {
    const attempts: Attempt[] = context.attempts.map((attempt) => ({
      ...attempt,
      outcome: 'failed',
      reason: 'fix: no luck\u001b',
    }));
    const [, , last] = lines({ ...context, attempts }, { rounds: 0, attempts: 0 });
    expect(last).toBe('✖ attempt 1 of 2: failed fix: no luck\\u{1b} · 2 calls, $0.50');
  });
  it('is silent about a review', () => {
    const review: Context = { ...context, input: { ...context.input, mode: 'review' } };
    expect(loopTasks(review, { rounds: 0, attempts: 0 })).toEqual([]);
  });
});

function told(shown: { rounds: number; attempts: number }): string[] {
  return lines(context, shown);
}

function lines(of: Context, shown: { rounds: number; attempts: number }): string[] {
  return loopTasks(of, shown).map(
    ({ name, state, text }) => `${state === 'done' ? '✔' : '✖'} ${name}: ${text}`,
  );
}

/** A loop of two rounds in which one attempt mends four checks. */
async function aLoop(): Promise<Context> {
  const checks = ['is_a', 'is_b', 'is_c', 'is_d'];
  const scanner = aScanner('core', { checks });
  const budget = { reviews: 3, attempts: 2, attemptSpends: 'start' } as const;
  const { end } = await playRun(
    {
      ground: ({ round }) => ({
        candidate: aCandidate({ head: `head${round}` }),
        panel: [scanner],
        configHash: '0'.repeat(64),
        dispositions: [],
      }),
      scan: ({ round, candidate }) => ({
        ...aCompletedReview(scanner, candidate, round === 1 ? checks : []),
        cost: { calls: 1, usd: 0.25 },
      }),
      fix: ({ candidate }) => ({
        outcome: 'changed',
        fixer: 'scripted',
        startedFrom: candidate.head.commit ?? '',
        commit: '0123456789abcdef',
        tree: 'tree',
        written: [],
        dispositions: [],
        conflicts: [],
      }),
    },
    { protocol: aProtocol({ budget }) },
  );
  return end.view.context;
}
