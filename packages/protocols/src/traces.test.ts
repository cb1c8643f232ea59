import type { Protocol, Review, Severity } from '@magi/contracts';
import { aCandidate, aCompletedReview, aScanner, playRun } from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { magi } from './magi/declaration.ts';
import { pipeline } from './pipeline/declaration.ts';
import { reviewFix } from './review-fix/declaration.ts';
import { reviewFixLoop } from './review-fix-loop/declaration.ts';
import { revise } from './revise/declaration.ts';

/** Problems found in each round, one letter each; the last word goes on for ever. */
const traces = {
  T1: [''],
  T2: ['a', ''],
  T3: ['a'],
  T4: ['a', 'b', 'a', 'b', 'a'],
  T5: ['a', 'ab', ''],
  T6: ['ab', 'bc', ''],
  T7: ['abcde', 'bcde', 'cde', 'de', 'e', ''],
  T9: ['a', 'bcd', ''],
} as const;

type Told = readonly [outcome: string, reason: string, reviews: number, commits: number];

/*
 * What the loop does with each trace. `?` stands for a question that parks the run; the outcome is
 * the one it would have if nobody answered.
 */
const table: Readonly<Record<keyof typeof traces, Readonly<Record<string, Told>>>> = {
  T1: {
    'review-fix': ['converged', 'accepted', 1, 0],
    revise: ['converged', 'accepted', 1, 0],
    'review-fix-loop': ['converged', 'accepted', 1, 0],
    magi: ['converged', 'accepted', 1, 0],
    pipeline: ['converged', 'accepted', 1, 1],
  },
  T2: {
    'review-fix': ['converged', 'accepted', 2, 1],
    revise: ['converged', 'accepted', 2, 1],
    'review-fix-loop': ['converged', 'accepted', 2, 1],
    magi: ['converged', 'accepted', 2, 1],
    pipeline: ['converged', 'accepted', 2, 2],
  },
  T3: {
    'review-fix': ['exhausted', 'budget_reviews', 5, 4],
    revise: ['?escalated', 'count_not_lower', 2, 1],
    'review-fix-loop': ['exhausted', 'budget_attempts', 4, 3],
    magi: ['?escalated', 'unchanged', 2, 1],
    pipeline: ['exhausted', 'budget_reviews', 3, 3],
  },
  T4: {
    'review-fix': ['exhausted', 'budget_reviews', 5, 4],
    revise: ['?escalated', 'count_not_lower', 2, 1],
    'review-fix-loop': ['escalated', 'toggle', 3, 2],
    magi: ['?escalated', 'toggle', 3, 2],
    pipeline: ['exhausted', 'budget_reviews', 3, 3],
  },
  T5: {
    'review-fix': ['converged', 'accepted', 3, 2],
    revise: ['?escalated', 'count_not_lower', 2, 1],
    'review-fix-loop': ['escalated', 'superset', 2, 1],
    magi: ['converged', 'accepted', 3, 2],
    pipeline: ['converged', 'accepted', 3, 3],
  },
  T6: {
    'review-fix': ['converged', 'accepted', 3, 2],
    revise: ['?escalated', 'count_not_lower', 2, 1],
    'review-fix-loop': ['converged', 'accepted', 3, 2],
    magi: ['converged', 'accepted', 3, 2],
    pipeline: ['converged', 'accepted', 3, 3],
  },
  T7: {
    'review-fix': ['exhausted', 'budget_reviews', 5, 4],
    revise: ['?exhausted', 'budget_attempts', 4, 3],
    'review-fix-loop': ['exhausted', 'budget_attempts', 4, 3],
    magi: ['?exhausted', 'budget_reviews', 3, 2],
    pipeline: ['exhausted', 'budget_reviews', 3, 3],
  },
  T9: {
    'review-fix': ['converged', 'accepted', 3, 2],
    revise: ['?escalated', 'count_not_lower', 2, 1],
    'review-fix-loop': ['converged', 'accepted', 3, 2],
    magi: ['converged', 'accepted', 3, 2],
    pipeline: ['converged', 'accepted', 3, 3],
  },
};

const all = [magi, reviewFix, revise, reviewFixLoop, pipeline];

describe.each(Object.entries(table))('%s', (trace, expected) => {
  it.each(all.map((protocol) => [protocol.id, protocol] as const))(
    'under %s',
    async (id, protocol) => {
      const told = await outcomeOf(protocol, traces[trace as keyof typeof traces]);
      expect(told).toEqual(expected[id]);
    },
  );
});

describe('T8: only the lowest severity', () => {
  it.each([
    ['review-fix', reviewFix, 'exhausted'],
    ['revise', revise, 'converged'],
    ['review-fix-loop', reviewFixLoop, 'converged'],
    ['pipeline', pipeline, 'converged'],
    ['magi', magi, 'converged'],
  ] as const)('under %s', async (_id, protocol, outcome) => {
    expect((await outcomeOf(protocol, ['a'], 'info'))[0]).toBe(outcome);
  });
});

describe('T10: three problems in turn, with ten attempts', () => {
  it('under review-fix-loop: the period is seen as soon as it has come round', async () => {
    const budget = { ...reviewFixLoop.budget, attempts: 10 };
    const rounds = ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c', 'a', 'b'];
    expect(await outcomeOf({ ...reviewFixLoop, budget }, rounds)).toEqual([
      'escalated',
      'period',
      4,
      3,
    ]);
  });
});

describe('T11: the first of two findings is declined, the second can be fixed', () => {
  it('under review-fix-loop: the second is fixed, then a person is told about the first', async () => {
    const { end } = await playRun(
      {
        ...scripted(['ab', 'a']),
        fix: ({ attempt, candidate, findings }) => ({
          ...fixed(attempt, candidate.head.commit ?? ''),
          dispositions: findings
            .filter(({ rule }) => rule === 'rule-a')
            .map(({ fingerprint, contentDigest }) => ({
              fingerprint,
              contentDigest,
              value: 'declined',
              reason: 'by design',
              by: 'scripted',
              round: attempt,
            })),
        }),
      },
      { protocol: { ...reviewFixLoop, validateBeforeReview: false } },
    );
    expect(end.view.terminal).toMatchObject({
      outcome: 'blocked',
      reason: 'operator_input_required',
      counts: { reviews: 2, attempts: 1 },
    });
  });
});

async function outcomeOf(
  protocol: Protocol,
  rounds: readonly string[],
  severity: Severity = 'critical',
): Promise<Told> {
  const { end } = await playRun(scripted(rounds, severity), { protocol });
  const { context, terminal } = end.view;
  const commits = context.attempts.filter(({ outcome }) => outcome === 'committed').length;
  const reviews = context.history.length;
  if (terminal) return [terminal.outcome, terminal.reason, reviews, commits];
  const { decision } = context;
  return [`?${decision?.outcome}`, decision?.reason ?? '', reviews, commits];
}

/** One scanner that finds the letters of each round, each as a finding of its own. */
function scripted(rounds: readonly string[], severity: Severity = 'critical') {
  return {
    ground: ({ round }: { readonly round: number }) => ({
      candidate: aCandidate({ head: `head${round}` }),
      panel: [aScanner('core', { checks: [...'abcde'].map((letter) => `has_no_${letter}`) })],
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: ({ round, scanner, candidate }: Parameters<Scan>[0]): Review => {
      const letters = [...(rounds[round - 1] ?? rounds.at(-1) ?? '')];
      const failing = severity === 'info' ? [] : letters.map((letter) => `has_no_${letter}`);
      const review = aCompletedReview(scanner, candidate, failing);
      return { ...review, findings: letters.map((letter) => findingOf(letter, severity)) };
    },
  };
}

type Scan = (input: {
  readonly round: number;
  readonly scanner: ReturnType<typeof aScanner>;
  readonly candidate: ReturnType<typeof aCandidate>;
}) => Review;

function findingOf(letter: string, severity: Severity): Review['findings'][number] {
  return {
    check: `has_no_${letter}`,
    rule: `rule-${letter}`,
    severity,
    file: 'src/a.ts',
    line: 'abcde'.indexOf(letter) * 40 + 1,
    message: `problem ${letter}`,
    evidence: `line of ${letter}`,
  };
}

function fixed(attempt: number, startedFrom: string) {
  return {
    outcome: 'changed',
    fixer: 'scripted',
    startedFrom,
    commit: `fix${attempt}`,
    tree: `tree${attempt}`,
    written: [],
    dispositions: [],
    conflicts: [],
  };
}
