import type { MergeRule } from '@magi/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ballot, describeRule, mergeVotes } from './merge-rule.ts';

describe('k of n', () => {
  const rule: MergeRule = { kind: 'k_of_n', k: 2 };

  it('outvotes a single false', () => {
    expect(voted(rule, 'false true true')).toMatchObject({ value: 'true' });
  });

  it('is false from k times false on', () => {
    expect(voted(rule, 'false false true')).toMatchObject({ value: 'false' });
  });

  it('lowers k for a check with fewer owners, so that it can still fail', () => {
    const merged = voted(rule, 'false');
    expect(merged.value).toBe('false');
    expect(merged.reason).toContain('lowered to the 1');
  });

  it('is not evaluated while an unknown vote could still turn it', () => {
    expect(voted(rule, 'false true unknown')).toMatchObject({ value: 'not_evaluated' });
    expect(voted(rule, 'true true unknown')).toMatchObject({ value: 'true' });
  });
});

describe('weighted', () => {
  const rule: MergeRule = { kind: 'weighted', weights: { a: 3, 'b scanner': 1 }, threshold: 0.5 };

  it('weighs scanners by name, then by role, then as 1', () => {
    expect(voted(rule, 'false true true')).toMatchObject({ value: 'false' });
    expect(voted(rule, 'true false true')).toMatchObject({ value: 'true' });
  });

  it('is false when those that voted have no weight at all', () => {
    const weightless: MergeRule = { kind: 'weighted', weights: { a: 0 }, threshold: 0.5 };
    expect(voted(weightless, 'false')).toMatchObject({ value: 'false' });
  });
});

describe('veto', () => {
  const rule: MergeRule = { kind: 'veto', by: ['b scanner'] };

  it('lets the named role decide alone', () => {
    expect(voted(rule, 'true false true true')).toMatchObject({ value: 'false' });
  });

  it('needs a majority of the others otherwise', () => {
    expect(voted(rule, 'false true true true')).toMatchObject({ value: 'true' });
    expect(voted(rule, 'false true false true')).toMatchObject({ value: 'false' });
  });

  it('waits for the one with the veto', () => {
    expect(voted(rule, 'true unknown true')).toMatchObject({ value: 'not_evaluated' });
  });
});

describe('every rule', () => {
  it('does not care for the order of the ballots', () => {
    fc.assert(
      fc.property(anyRule, anyBallots, fc.infiniteStream(fc.nat()), (rule, ballots, keys) => {
        const shuffled = [...ballots]
          .map((ballot) => ({ ballot, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ ballot }) => ballot);
        expect(mergeVotes(rule, shuffled)).toEqual(mergeVotes(rule, ballots));
      }),
    );
  });

  it('never gets better when one vote gets worse', () => {
    fc.assert(
      fc.property(anyRule, anyBallots, fc.nat(), (rule, ballots, at) => {
        const index = ballots.length === 0 ? 0 : at % ballots.length;
        const worse = ballots.map((ballot, i) =>
          i === index ? { ...ballot, vote: worsened[ballot.vote] } : ballot,
        );
        const rank = { true: 2, not_evaluated: 1, false: 0 };
        expect(rank[mergeVotes(rule, worse).value]).toBeLessThanOrEqual(
          rank[mergeVotes(rule, ballots).value],
        );
      }),
    );
  });

  it('is never true without a true vote, nor false without a false one', () => {
    fc.assert(
      fc.property(anyRule, anyBallots, (rule, ballots) => {
        const { value } = mergeVotes(rule, ballots);
        if (value !== 'not_evaluated') {
          expect(ballots.some(({ vote }) => vote === value)).toBe(true);
        }
      }),
    );
  });

  it('can be named in a few words', () => {
    expect(describeRule({ kind: 'k_of_n', k: 2 })).toBe('2-of-n');
    expect(describeRule({ kind: 'veto', by: ['security'] })).toBe('veto: security');
  });
});

const worsened = { true: 'unknown', unknown: 'false', false: 'false' } as const;
const anyVote = fc.constantFrom<Ballot['vote']>('true', 'false', 'unknown');
const anyBallots = fc
  .array(anyVote, { maxLength: 6 })
  .map((votes) => votes.map((vote, index) => ballot(index, vote)));
const anyRule: fc.Arbitrary<MergeRule> = fc.oneof(
  fc.constant<MergeRule>({ kind: 'and' }),
  fc.record({ kind: fc.constant('k_of_n' as const), k: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('weighted' as const),
    weights: fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.float({ min: 0, max: 3, noNaN: true }),
    ),
    threshold: fc.constantFrom(0.25, 0.5, 0.75, 1),
  }),
  fc.constant<MergeRule>({ kind: 'veto', by: ['b scanner'] }),
);

function ballot(index: number, vote: Ballot['vote']): Ballot {
  const scanner = 'abcdef'[index] ?? 'z';
  return { scanner, role: `${scanner} scanner`, vote };
}

function voted(rule: MergeRule, votes: string) {
  return mergeVotes(
    rule,
    votes.split(' ').map((vote, index) => ballot(index, vote as Ballot['vote'])),
  );
}
