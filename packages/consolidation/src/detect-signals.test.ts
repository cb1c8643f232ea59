import type {
  Attempt,
  DetectorConfig,
  DetectorName,
  ReportedFinding,
  Signal,
} from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { detectSignals } from './detect-signals.ts';
import { playLoop, type RoundScript } from './testing/play-loop.ts';
import { finding, protocol, review, scanner } from './testing/reviews.ts';

describe('unchanged', () => {
  it('sees two rounds with the same problems, in whatever words', () => {
    const signal = seen('unchanged', [['a'], ['a']]);
    expect(signal?.message).toBe('rounds 1, 2 found exactly the same problems');
    expect(signal?.evidence).toEqual(['"problem with apples" (a.ts:11) was open in rounds 1, 2']);
  });

  it('sees nothing while one of several problems goes away', () => {
    expect(seen('unchanged', [['a', 'b'], ['a']])).toBeUndefined();
  });

  it('sees progress under a check that stays false', () => {
    const rounds = [
      { checks: { safe: false }, found: ['a', 'b'] },
      { checks: { safe: false }, found: ['a'] },
    ];
    expect(seen('unchanged', rounds)).toBeUndefined();
  });

  it('waits for as many rounds as the protocol says', () => {
    expect(seen('unchanged', [['a'], ['a']], { limit: 3 })).toBeUndefined();
    expect(seen('unchanged', [['a'], ['a'], ['a']], { limit: 3 })).toBeDefined();
  });
});

describe('toggle', () => {
  it('explains who raised and who cleared what', () => {
    const rounds = [
      { checks: { safe: false }, found: [] },
      { checks: { safe: true }, found: ['b'] },
      { checks: { safe: false }, found: [] },
    ];
    expect(seen('toggle', rounds)?.evidence).toEqual([
      'check `safe` was false in round 1 (raised by reviewer), true in round 2 (cleared by attempt 1), false in round 3 (raised by reviewer)',
    ]);
  });

  it('counts a check that broke and was repaired only while something else still fails', () => {
    const rounds = (last: boolean) => [
      { checks: { safe: true, tidy: false }, found: [] },
      { checks: { safe: false, tidy: false }, found: [] },
      { checks: { safe: true, tidy: last }, found: [] },
    ];
    expect(seen('toggle', rounds(false))).toMatchObject({ action: 'escalate', keys: ['safe'] });
    expect(seen('toggle', rounds(true))).toMatchObject({ action: 'warn', keys: ['safe'] });
  });

  it('takes no finding that came and was repaired for one', () => {
    expect(seen('toggle', [['a'], ['a', 'b'], ['a']])).toBeUndefined();
  });

  it('on sets sees A, B, A as a whole', () => {
    expect(seen('toggle', [['a'], ['b'], ['a']], { on: 'set' })).toBeDefined();
    expect(seen('toggle', [['a'], ['b'], ['a', 'b']], { on: 'set' })).toBeUndefined();
  });
});

describe('period', () => {
  it('sees a cycle of any length', () => {
    const signal = seen('period', [['a'], ['b'], ['c'], ['a']]);
    expect(signal?.message).toBe('round 4 repeats round 1: the problems come round every 3 rounds');
  });

  it('looks back no further than its limit', () => {
    expect(seen('period', [['a'], ['b'], ['c'], ['a']], { limit: 2 })).toBeUndefined();
  });

  it('takes a standstill for no cycle', () => {
    expect(seen('period', [['a'], ['a'], ['a']])).toBeUndefined();
  });
});

describe('count not lower, plateau, superset', () => {
  it('compare the numbers of open problems', () => {
    expect(
      seen('count_not_lower', [
        ['a', 'b'],
        ['c', 'd'],
      ]),
    ).toBeDefined();
    expect(seen('count_not_lower', [['a', 'b'], ['c']])).toBeUndefined();
    expect(seen('plateau', [['a', 'b', 'c'], ['a'], ['b'], ['c']])?.message).toBe(
      'no round since has done better than 1 open problem: 3, 1, 1, 1',
    );
    expect(seen('plateau', [['a', 'b', 'c'], ['a', 'b'], ['c']])).toBeUndefined();
    expect(seen('superset', [['a'], ['a', 'b']])).toBeDefined();
    expect(seen('superset', [['a'], ['b', 'c']])).toBeUndefined();
  });
});

describe('churn', () => {
  const onLines = (lines: readonly number[]) => ({
    written: [{ file: 'a.ts', ranges: lines.map((start) => ({ start, count: 1 })) }],
  });

  it('charges findings on written lines to the attempt that wrote them', () => {
    const rounds = [{ found: ['a'], ...onLines([12]) }, { found: ['b'], ...onLines([13]) }, ['c']];
    const signal = seen('churn', rounds);
    expect(signal?.evidence).toEqual([
      'a.ts:13 (problem with cherries) was introduced by attempt 2',
    ]);
  });

  it('is quiet while the number of problems falls', () => {
    const rounds = [
      { found: ['a', 'd', 'e'], ...onLines([12, 13]) },
      { found: ['b', 'c'], ...onLines([14]) },
      ['d'],
    ];
    expect(seen('churn', rounds)).toBeUndefined();
  });

  it('is quiet where problems lie on other lines', () => {
    expect(seen('churn', [['a'], ['b'], ['c']])).toBeUndefined();
  });
});

describe('repeat', () => {
  it('advises to cut a region that has problems in three rounds', () => {
    const signal = seen('repeat', [['a'], ['b'], ['c']]);
    expect(signal?.message).toContain('take the part out or rewrite it');
  });

  it('is quiet while the whole gets better', () => {
    expect(seen('repeat', [['a', 'b', 'c'], ['a', 'b'], ['a']])).toBeUndefined();
  });
});

describe('attempts and conflicts', () => {
  const conflict = {
    key: 'k',
    requiredProperty: 'p',
    conflictsWith: 'q',
    why: 'w',
    alternatives: [],
  };

  it('count failures in a row', () => {
    const failed = { found: ['a'], outcome: 'no_change' as const };
    expect(seen('attempt_failed', [failed, failed, ['a']])?.evidence).toEqual([
      'attempt 1: no change',
      'attempt 2: no change',
    ]);
    expect(seen('attempt_failed', [failed, ['a'], ['a']])).toBeUndefined();
  });

  it('see the same conflict twice, and too many in all', () => {
    const raised = { found: ['a'], outcome: 'conflict' as const };
    const once = { ...raised, conflicts: [conflict] };
    const other = { ...raised, conflicts: [{ ...conflict, key: 'l' }] };
    expect(seen('conflict_repeat', [once, ['b'], ['c']])).toBeUndefined();
    expect(seen('conflict_repeat', [once, ['b'], once, ['c']])).toBeUndefined();
    expect(seen('conflict_repeat', [once, once, ['c']])?.keys).toEqual(['k']);
    expect(seen('conflict_total', [once, other, once, ['d']])?.message).toContain(
      '3 conflicts so far',
    );
    expect(seen('conflict_total', [once, other, ['d']])).toBeUndefined();
  });
});

it('asks the detectors in the order of the protocol and tells each action', () => {
  const signals = signalsOf(
    [['a'], ['a']],
    [
      { name: 'count_not_lower', action: 'warn' },
      { name: 'unchanged', action: 'stop' },
    ],
  );
  expect(signals.map(({ detector, action }) => `${detector} ${action}`)).toEqual([
    'count_not_lower warn',
    'unchanged stop',
  ]);
});

it('sees nothing in a history without rounds, or in an incomplete round', () => {
  expect(
    detectSignals([], protocol({ detectors: [{ name: 'unchanged', action: 'stop' }] })),
  ).toEqual([]);
});

type Round =
  | readonly string[]
  | ({
      readonly found: readonly string[];
      readonly checks?: Record<string, boolean>;
    } & Partial<Attempt>);

const fruits: Readonly<Record<string, string>> = {
  a: 'apples',
  b: 'bananas',
  c: 'cherries',
  d: 'dates',
  e: 'elderberries',
};

function seen(
  name: DetectorName,
  rounds: readonly Round[],
  config: Partial<DetectorConfig> = {},
): Signal | undefined {
  return signalsOf(rounds, [{ name, action: 'escalate', ...config }]).at(-1);
}

/** Signals of the last round; earlier ones are not allowed to end the play. */
function signalsOf(rounds: readonly Round[], detectors: readonly DetectorConfig[]): Signal[] {
  const { history } = playLoop({
    panel: [scanner('reviewer', checksOf(rounds[0] ?? []))],
    atMost: rounds.length,
    round: (number) => scriptOf(rounds[number - 1] ?? []),
  });
  return detectSignals(history, protocol({ detectors: [...detectors] }));
}

function checksOf(round: Round): readonly string[] {
  return 'found' in round ? Object.keys(round.checks ?? {}) : [];
}

function scriptOf(round: Round): RoundScript {
  if (!('found' in round)) return { reviews: [review('reviewer', {}, round.map(problem))] };
  const { found, checks = {}, ...attempt } = round;
  return { reviews: [review('reviewer', checks, found.map(problem))], attempt: () => attempt };
}

function problem(name: string): ReportedFinding {
  const fruit = fruits[name] ?? name;
  const line = 10 + 'abcde'.indexOf(name) + 1;
  return finding({ rule: fruit, line, message: `problem with ${fruit}`, evidence: `${fruit}();` });
}
