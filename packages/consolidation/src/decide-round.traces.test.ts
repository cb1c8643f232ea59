import type { Disposition, ReportedFinding, RoundRecord, Severity } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { fiveProtocols } from './testing/five-protocols.ts';
import { type PlayedLoop, playLoop } from './testing/play-loop.ts';
import { finding, review, scanner } from './testing/reviews.ts';

/*
 * Gating findings per review under five protocols: the divergence traces of the published loops.
 * `ends` is the outcome and its reason, `@` the reviews done, `+` the attempts made.
 * Where magi decides otherwise than the published text, the row says why.
 */
type Name = keyof typeof fiveProtocols;
type Row = { readonly ends: string; readonly differs?: string };

const traces: Readonly<
  Record<string, { readonly rounds: string; readonly rows: Readonly<Record<Name, Row>> }>
> = {
  'T1: nothing': {
    rounds: '-',
    rows: {
      '000': { ends: 'converged/accepted @1 +0' },
      '001': { ends: 'converged/accepted @1 +0' },
      '002': { ends: 'converged/accepted @1 +0' },
      '003': { ends: 'converged/accepted @1 +0' },
      '004': { ends: 'converged/accepted @1 +1' },
    },
  },
  'T2: a, then nothing': {
    rounds: 'a -',
    rows: {
      '000': { ends: 'converged/accepted @2 +1' },
      '001': { ends: 'converged/accepted @2 +1' },
      '002': { ends: 'converged/accepted @2 +1' },
      '003': { ends: 'converged/accepted @2 +1' },
      '004': { ends: 'converged/accepted @2 +2' },
    },
  },
  'T3: a for ever': {
    rounds: 'a a a a a a',
    rows: {
      '000': { ends: 'exhausted/budget_reviews @5 +4' },
      '001': { ends: 'escalated/count_not_lower @2 +1' },
      '002': { ends: 'exhausted/budget_attempts @4 +3' },
      '003': { ends: 'escalated/unchanged @2 +1' },
      '004': { ends: 'exhausted/budget_reviews @3 +3' },
    },
  },
  'T4: a, b, a, …': {
    rounds: 'a b a b a b',
    rows: {
      '000': { ends: 'exhausted/budget_reviews @5 +4' },
      '001': { ends: 'escalated/count_not_lower @2 +1' },
      '002': { ends: 'escalated/toggle @3 +2' },
      '003': { ends: 'escalated/toggle @3 +2' },
      '004': { ends: 'exhausted/budget_reviews @3 +3' },
    },
  },
  'T5: a, ab, then nothing': {
    rounds: 'a ab -',
    rows: {
      '000': { ends: 'converged/accepted @3 +2' },
      '001': { ends: 'escalated/count_not_lower @2 +1' },
      '002': { ends: 'escalated/superset @2 +1' },
      '003': {
        ends: 'converged/accepted @3 +2',
        differs: 'read literally, b going true, false, true escalates a change that is now clean',
      },
      '004': { ends: 'converged/accepted @3 +3' },
    },
  },
  'T6: ab, bc, then nothing': {
    rounds: 'ab bc -',
    rows: {
      '000': { ends: 'converged/accepted @3 +2' },
      '001': { ends: 'escalated/count_not_lower @2 +1' },
      '002': { ends: 'converged/accepted @3 +2' },
      '003': {
        ends: 'converged/accepted @3 +2',
        differs: 'read literally, c going true, false, true escalates a change that is now clean',
      },
      '004': { ends: 'converged/accepted @3 +3' },
    },
  },
  'T7: five, one less each round': {
    rounds: 'abcde abcd abc ab a -',
    rows: {
      '000': { ends: 'exhausted/budget_reviews @5 +4' },
      '001': { ends: 'exhausted/budget_attempts @4 +3' },
      '002': { ends: 'exhausted/budget_attempts @4 +3' },
      '003': { ends: 'exhausted/budget_reviews @3 +2' },
      '004': { ends: 'exhausted/budget_reviews @3 +3' },
    },
  },
  'T8: only the lowest severity, then nothing': {
    rounds: 'i -',
    rows: {
      '000': { ends: 'converged/accepted @2 +1' },
      '001': { ends: 'converged/accepted @1 +0' },
      '002': { ends: 'converged/accepted @1 +0' },
      '003': {
        ends: 'converged/accepted @1 +0',
        differs:
          'it knows no severities and rejects on anything; here a check fails at its own severity',
      },
      '004': { ends: 'converged/accepted @1 +1' },
    },
  },
  'T9: a, bcd, then nothing': {
    rounds: 'a bcd -',
    rows: {
      '000': { ends: 'converged/accepted @3 +2' },
      '001': { ends: 'escalated/count_not_lower @2 +1' },
      '002': { ends: 'converged/accepted @3 +2' },
      '003': {
        ends: 'converged/accepted @3 +2',
        differs: 'read literally, b, c and d going true, false, true escalate a clean change',
      },
      '004': { ends: 'converged/accepted @3 +3' },
    },
  },
  'T10: a, b, c, a, b, c, …': {
    rounds: 'a b c a b c a b c a b c',
    rows: {
      '000': { ends: 'exhausted/budget_reviews @5 +4' },
      '001': { ends: 'escalated/count_not_lower @2 +1' },
      '002': {
        ends: 'escalated/period @4 +3',
        differs:
          'with a budget of ten it commits ten times; a cycle of any length is recognised here',
      },
      '003': { ends: 'escalated/toggle @3 +2' },
      '004': { ends: 'exhausted/budget_reviews @3 +3' },
    },
  },
};

for (const [title, { rounds, rows }] of Object.entries(traces)) {
  describe(title, () => {
    for (const [name, { ends, differs }] of Object.entries(rows)) {
      it(`ends ${ends} under ${name}${differs === undefined ? '' : ` (unlike the text: ${differs})`}`, () => {
        expect(told(play(name as Name, rounds.split(' ')))).toBe(ends);
      });
    }
  });
}

describe('T11: a is declined by the fixer, b can be fixed', () => {
  it('fixes b and then blocks under 002 (unlike the text: it stops at once and fixes nothing)', () => {
    const played = play('002', ['ab', 'a'], ['a']);
    expect(told(played)).toBe('blocked/operator_input_required @2 +1');
  });
});

/** What a letter stands for; under protocol 003 it is also the name of a check. */
const problems: Readonly<Record<string, string>> = {
  a: 'The secret is written to the log',
  b: 'A promise is never awaited',
  c: 'Quadratic search in a hot loop',
  d: 'Null is dereferenced when the file is absent',
  e: 'The lock is not released on failure',
  i: 'Prefer a shorter name',
};
const letters = ['a', 'b', 'c', 'd', 'e'];

function play(name: Name, rounds: readonly string[], declined: readonly string[] = []): PlayedLoop {
  const protocol = longBudget(name, rounds);
  const checks = name === '003' ? letters : [];
  return playLoop({
    protocol,
    panel: [scanner('reviewer', checks)],
    round: (number) => {
      const found = (rounds[number - 1] ?? rounds.at(-1) ?? '-').replace('-', '').split('');
      const answers = Object.fromEntries(checks.map((check) => [check, !found.includes(check)]));
      const findings = found.map((letter) => findingOf(letter, name === '003'));
      return {
        reviews: [review('reviewer', answers, findings)],
        attempt: (history) => ({ dispositions: declines(declined, history) }),
      };
    },
  });
}

function longBudget(name: Name, rounds: readonly string[]) {
  const protocol = fiveProtocols[name];
  const isT10 = name === '002' && rounds.length === 12;
  return isT10 ? { ...protocol, budget: { ...protocol.budget, attempts: 10 } } : protocol;
}

function findingOf(letter: string, isChecked: boolean): ReportedFinding {
  const severity: Severity = letter === 'i' ? 'info' : 'critical';
  const line = letter.charCodeAt(0) - 90;
  const check = isChecked && letter !== 'i' ? { check: letter } : {};
  const message = problems[letter] ?? letter;
  return finding({ ...check, rule: `rule-${letter}`, severity, line, evidence: message, message });
}

/** What the fixer declines is known only once the round that found it is over. */
function declines(declined: readonly string[], history: readonly RoundRecord[]): Disposition[] {
  return (history.at(-1)?.consolidation.findings ?? [])
    .filter(({ rule }) => declined.some((letter) => rule === `rule-${letter}`))
    .map(({ fingerprint, contentDigest }) => ({
      fingerprint,
      contentDigest,
      value: 'declined',
      reason: 'out of scope',
      by: 'fixer',
      round: 1,
    }));
}

function told({ decision, rounds, attempts }: PlayedLoop): string {
  return `${decision.outcome}/${decision.reason} @${rounds} +${attempts}`;
}
