import type { Attempt, Protocol, ReportedFinding } from '@magi/contracts';
import { Question } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { decideRound } from './decide-round.ts';
import { type LoopScript, playLoop } from './testing/play-loop.ts';
import { finding, protocol, review, scanner } from './testing/reviews.ts';

const asking: Protocol['decisions'] = (() => {
  const list = {
    options: [
      { id: 'retry', label: 'Go on', effect: 'retry' as const },
      { id: 'stop', label: 'Stop', effect: 'stop' as const },
    ],
    freeText: true,
  };
  return { cap: list, stall: list, conflict: list };
})();

describe('acceptance', () => {
  it('comes before every limit', () => {
    const played = loop([['a'], []], { budget: { reviews: 2, attemptSpends: 'start' } });
    expect(played.decision).toMatchObject({
      next: 'accept',
      outcome: 'converged',
      reason: 'accepted',
      nextStage: 'COMPLETED',
    });
  });

  it('outweighs a toggle unless the protocol says otherwise', () => {
    const rounds = [
      { k: true, l: false },
      { k: false, l: true },
      { k: true, l: true },
    ];
    const detectors = [{ name: 'toggle' as const, action: 'escalate' as const }];
    expect(checked(rounds, { detectors }).decision.next).toBe('accept');
    const strict = checked(rounds, { detectors, oscillationPrecedence: 'escalate' });
    expect(strict.decision).toMatchObject({ outcome: 'escalated', reason: 'toggle' });
  });
});

describe('an incomplete review', () => {
  const failing: LoopScript['round'] = () => ({ reviews: [] });

  it('blocks the loop', () => {
    const played = playLoop({ panel: [scanner('reviewer', [])], round: failing });
    expect(played.decision).toMatchObject({
      next: 'finish',
      outcome: 'blocked',
      reason: 'review_incomplete',
    });
  });

  it('asks whether to review again where the protocol wants to be asked', () => {
    const panel = { ...protocol().panel, fault: { retries: 0, afterwards: 'ask' as const } };
    const played = playLoop({
      protocol: protocol({ panel }),
      panel: [scanner('reviewer', [])],
      round: failing,
    });
    expect(played.decision.question?.options.map(({ effect }) => effect)).toEqual([
      'retry',
      'stop',
    ]);
  });
});

describe('limits', () => {
  it('end the loop where stopping is the only answer', () => {
    const played = loop([['a'], ['b']], { budget: { reviews: 2, attemptSpends: 'start' } });
    expect(played.decision).toMatchObject({
      next: 'finish',
      outcome: 'exhausted',
      reason: 'budget_reviews',
      nextStage: 'ESCALATION',
    });
  });

  it('ask one question that fits into a dialog, with a report', () => {
    const budget = { attempts: 1, attemptSpends: 'start' as const };
    const { question } = loop([['a'], ['b']], { budget, decisions: asking }).decision;
    expect(Question.parse(question)).toMatchObject({ kind: 'cap', header: 'Limit hit' });
    expect(question?.evidence).toEqual(['Resolve at a.ts:12: problem with bananas']);
  });

  it('do not ask at the hard cap', () => {
    const budget = { reviews: 5, hardCap: 2, attemptSpends: 'start' as const };
    const played = loop([['a'], ['b']], { budget, decisions: asking });
    expect(played.decision).toMatchObject({ next: 'finish', reason: 'hard_cap' });
  });

  it('count conflicts apart', () => {
    const { history } = loop([['a']], {}, 1);
    const decision = decideRound({
      history,
      protocol: protocol({ budget: { conflicts: 3, attemptSpends: 'start' } }),
      mode: 'loop',
      spent: { reviews: 1, attempts: 0, conflicts: 3, attemptFailures: 0 },
    });
    expect(decision.reason).toBe('budget_conflicts');
  });
});

describe('signals', () => {
  it('that escalate ask, that stop end the loop, that warn do neither', () => {
    const reacting = (action: 'escalate' | 'stop' | 'warn') =>
      loop([['a'], ['a']], { detectors: [{ name: 'unchanged', action }], decisions: asking }, 2)
        .decision;
    expect(reacting('escalate')).toMatchObject({
      next: 'ask',
      outcome: 'escalated',
      reason: 'unchanged',
    });
    expect(reacting('escalate').question?.text).toContain('exactly the same problems');
    expect(reacting('stop')).toMatchObject({ next: 'finish', outcome: 'escalated' });
    expect(reacting('warn')).toMatchObject({ next: 'fix', nextStage: 'SYNTHESIS' });
  });

  it('come before limits, so that the reason is the better one', () => {
    const played = loop([['a'], ['a']], {
      detectors: [{ name: 'unchanged', action: 'escalate' }],
      budget: { reviews: 2, attemptSpends: 'start' },
    });
    expect(played.decision.reason).toBe('unchanged');
  });
});

describe('attempts', () => {
  it('that come to nothing too often in a row end the loop', () => {
    const { history } = loop([['a']], {}, 1);
    const failedTwice = { reviews: 1, attempts: 2, conflicts: 0, attemptFailures: 2 };
    const decided = (changes: Partial<Protocol>) =>
      decideRound({ history, protocol: protocol(changes), mode: 'loop', spent: failedTwice })
        .reason;
    expect(decided({ budget: { attemptSpends: 'start', attemptFailuresInRow: 2 } })).toBe(
      'attempt_failed',
    );
    expect(decided({ detectors: [{ name: 'attempt_failed', action: 'escalate' }] })).toBe(
      'attempt_failed',
    );
    expect(decided({})).toBe('constraints_open');
  });

  it('whose fixer declined all that is left ask or block as the protocol says', () => {
    const declining = (decline: Protocol['fix']['decline']) =>
      loop([['a'], ['a']], { fix: { ...protocol().fix, decline } }, 2, 'decline').decision;
    expect(declining('block')).toMatchObject({
      outcome: 'blocked',
      reason: 'operator_input_required',
    });
    expect(declining('continue')).toMatchObject({ outcome: 'escalated', reason: 'declined' });
    expect(declining('forbid')).toMatchObject({ next: 'fix' });
  });
});

describe('a finding that asks to undo an attempt', () => {
  it('becomes a conflict for a person, with both sides', () => {
    const played = undoing({ suggestion: 'Use eval(text) again, the new parser is too strict' });
    expect(played.decision).toMatchObject({ next: 'ask', reason: 'conflict_undo' });
    expect(played.decision.question).toMatchObject({ kind: 'conflict', header: 'Conflict' });
    expect(played.decision.message).toContain('attempt 1 wrote a.ts:12 to resolve "eval of input"');
  });

  it('is recognised by its words, too', () => {
    expect(undoing({ message: 'Please revert to the former parser' }).decision.reason).toBe(
      'conflict_undo',
    );
  });

  it('is an ordinary finding when it asks for something else', () => {
    expect(undoing({ suggestion: 'Catch the error of parse' }).decision.reason).toBe(
      'constraints_open',
    );
  });

  it('is not one that lies on lines no attempt has written, whatever its suggestion quotes', () => {
    const quoting = { suggestion: 'Instead of eval(text) use a parser, or revert the line' };
    const before = finding({ rule: 'no-eval', line: 40, evidence: 'eval(text)', ...quoting });
    const played = playLoop({
      protocol: protocol({ decisions: asking }),
      panel: [scanner('reviewer', [])],
      atMost: 1,
      round: () => ({ reviews: [review('reviewer', {}, [before])] }),
    });
    expect(played.decision).toMatchObject({ next: 'fix', reason: 'constraints_open' });
  });

  it('is an ordinary finding where the protocol knows no conflicts', () => {
    const fix = { ...protocol().fix, conflict: 'none' as const };
    expect(undoing({ message: 'revert this' }, { fix }).decision.next).toBe('fix');
  });
});

describe('a single review', () => {
  it('says which stage comes next and never asks', () => {
    const { history } = loop([['a'], ['a']], {}, 2);
    const decided = (changes: Partial<Protocol>, reviews: number) =>
      decideRound({
        history,
        protocol: protocol({ decisions: asking, ...changes }),
        mode: 'review',
        spent: { reviews, attempts: 0, conflicts: 0, attemptFailures: 0 },
      });
    expect(decided({}, 1)).toMatchObject({
      next: 'finish',
      reason: 'findings_remain',
      nextStage: 'SYNTHESIS',
    });
    const budget = { reviews: 3, attemptSpends: 'start' as const };
    expect(decided({ budget }, 3)).toMatchObject({ next: 'finish', nextStage: 'ESCALATION' });
    expect(decided({}, 1)).not.toHaveProperty('outcome');
  });
});

it('needs a round to decide', () => {
  const spent = { reviews: 0, attempts: 0, conflicts: 0, attemptFailures: 0 };
  expect(() => decideRound({ history: [], protocol: protocol(), mode: 'loop', spent })).toThrow(
    RangeError,
  );
});

const fruits: Readonly<Record<string, string>> = { a: 'apples', b: 'bananas' };

/** Plays rounds of named problems, the last one for ever. */
function loop(
  rounds: readonly (readonly string[])[],
  changes: Partial<Protocol>,
  atMost = 20,
  attempt: 'fix' | 'decline' = 'fix',
) {
  return playLoop({
    protocol: protocol(changes),
    panel: [scanner('reviewer', [])],
    atMost,
    round: (number) => ({
      reviews: [review('reviewer', {}, (rounds[number - 1] ?? rounds.at(-1) ?? []).map(problem))],
      attempt: (history) =>
        attempt === 'fix' ? {} : declineAll(history.at(-1)?.consolidation.findings ?? []),
    }),
  });
}

function checked(rounds: readonly Record<string, boolean>[], changes: Partial<Protocol>) {
  return playLoop({
    protocol: protocol(changes),
    panel: [scanner('reviewer', Object.keys(rounds[0] ?? {}))],
    round: (number) => ({ reviews: [review('reviewer', rounds[number - 1] ?? {})] }),
  });
}

function problem(name: string): ReportedFinding {
  const fruit = fruits[name] ?? name;
  const line = 11 + 'ab'.indexOf(name);
  return finding({ rule: fruit, line, message: `problem with ${fruit}`, evidence: `${fruit}();` });
}

function declineAll(
  findings: readonly { readonly fingerprint: string; readonly contentDigest: string }[],
): Partial<Attempt> {
  return {
    outcome: 'no_change',
    dispositions: findings.map(({ fingerprint, contentDigest }) => ({
      fingerprint,
      contentDigest,
      value: 'declined',
      reason: 'out of scope',
      by: 'fixer',
      round: 1,
    })),
  };
}

/** Round 1 objects to `eval`, the attempt replaces it, round 2 objects to the replacement. */
function undoing(second: Partial<ReportedFinding>, changes: Partial<Protocol> = {}) {
  const first = finding({
    rule: 'no-eval',
    line: 12,
    message: 'eval of input',
    evidence: 'eval(text)',
  });
  const objection = finding({
    rule: 'strict',
    line: 12,
    message: 'parse throws',
    evidence: 'parse(text)',
    ...second,
  });
  return playLoop({
    protocol: protocol({ decisions: asking, ...changes }),
    panel: [scanner('reviewer', [])],
    atMost: 2,
    round: (number) => ({
      reviews: [review('reviewer', {}, [number === 1 ? first : objection])],
      attempt: () => ({ written: [{ file: 'a.ts', ranges: [{ start: 12, count: 1 }] }] }),
    }),
  });
}
