import type { Finding, Gate, MergedCheck } from '@magi/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateGate, resolveGate } from './gate.ts';
import { parseGateExpression } from './gate-expression.ts';

describe('presets of seed 004 on a grid of counts', () => {
  const grid = [0, 1, 2, 3].flatMap((critical) =>
    [0, 1, 2, 3].flatMap((warning) => [0, 1, 2, 3].map((info) => ({ critical, warning, info }))),
  );

  it('all_pass allows no critical and no warning, and any number of info', () => {
    const passing = grid.filter((counts) => passes({ preset: 'all_pass' }, counts));
    expect(passing).toEqual(grid.filter((it) => it.critical + it.warning === 0));
  });

  it('majority_pass allows two info findings and nothing else', () => {
    const passing = grid.filter((counts) => passes({ preset: 'majority_pass' }, counts));
    expect(passing).toEqual(grid.filter((it) => it.critical + it.warning === 0 && it.info <= 2));
  });

  it('majority_pass warns where it is ambiguous, until the protocol says what it means', () => {
    expect(gated({ preset: 'majority_pass' }).warnings).toHaveLength(2);
    expect(gated({ preset: 'majority_pass', max: { warning: 1, info: 9 } }).warnings).toEqual([]);
    expect(gated({ preset: 'all_pass' }).warnings).toEqual([]);
  });

  it('what the protocol states outweighs the preset', () => {
    const gate = resolveGate({ ...open, preset: 'majority_pass', max: { info: 5 } });
    expect(gate.max).toEqual({ critical: 0, warning: 0, info: 5 });
  });
});

describe('custom gates', () => {
  it('compute counts and checks', () => {
    const counts = { critical: 1, warning: 2 };
    expect(passes({ expression: 'critical == 1 && warning < 3' }, counts)).toBe(true);
    expect(passes({ expression: '2 * critical + warning > 4' }, counts)).toBe(false);
    expect(passes({ expression: 'findings.total == 3 && findings.unlisted == 3' }, counts)).toBe(
      true,
    );
    expect(passes({ expression: '!(checks.failed > 1) && check.is_safe' }, {}, ['is_safe'])).toBe(
      true,
    );
    expect(passes({ expression: 'checks.passed + checks.not_evaluated == checks.total' })).toBe(
      true,
    );
  });

  it('bind as usual: times, plus, comparison, and, or', () => {
    expect(passes({ expression: '1 + 2 * 3 == 7 || false && false' })).toBe(true);
  });

  it('fail when they cannot be read or computed', () => {
    const failure = (expression: string) => gated({ expression }).failures[0];
    expect(failure('critical =')).toBe(
      'gate expression: "=" at 10 is no part of a gate expression',
    );
    expect(failure('(critical == 0')).toBe(
      'gate expression: a parenthesis of the gate expression is not closed',
    );
    expect(failure('critical == 0 0')).toBe('gate expression: "0" at 15 is not expected there');
    expect(failure('')).toBe('gate expression: the gate expression ends where a value is expected');
    expect(failure('blockers == 0')).toBe(
      'gate expression: a gate expression knows no name "blockers"',
    );
    expect(failure('critical')).toBe('gate expression: it is a number, not a condition');
    expect(failure('critical && true')).toBe('gate expression: "&&" needs booleans');
    expect(failure('true < 1')).toBe('gate expression: "<" needs numbers');
    expect(failure('true == 1')).toBe('gate expression: "==" needs two values of one type');
    expect(failure('!critical')).toBe('gate expression: "!" needs a boolean');
  });

  it('fail when a custom gate has no expression', () => {
    expect(gated({ preset: 'custom' }).passed).toBe(false);
  });

  it('are parsed without ever throwing', () => {
    const piece = fc.constantFrom(
      'critical',
      '==',
      '(',
      ')',
      '!',
      '&&',
      '||',
      '0',
      '+',
      ' ',
      '%',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const parsed = parseGateExpression(pieces.join(''));
        expect(parsed.ok || parsed.error.at <= pieces.join('').length).toBe(true);
      }),
    );
  });
});

describe('checks and unlisted issues', () => {
  it('fail the gate unless they are ignored', () => {
    expect(gated({ checks: 'and' }, {}, [], ['is_safe']).failures).toEqual([
      'is_safe is false: why',
    ]);
    expect(gated({ checks: 'ignore' }, {}, [], ['is_safe']).passed).toBe(true);
    expect(gated({ unlisted: 'block' }, { warning: 1 }).failures).toEqual([
      '1 issue outside of all checklists',
    ]);
    expect(gated({ unlisted: 'block' }, { info: 3 }).passed).toBe(true);
  });
});

const open: Gate = { max: {}, checks: 'ignore', unlisted: 'ignore' };
type Counts = Partial<Record<Finding['severity'], number>>;

function passes(gate: Partial<Gate>, counts: Counts = {}, passed: readonly string[] = []): boolean {
  return gated(gate, counts, passed).passed;
}

function gated(
  gate: Partial<Gate>,
  counts: Counts = {},
  passed: readonly string[] = [],
  failed: readonly string[] = [],
) {
  const findings = (['critical', 'warning', 'info'] as const).flatMap((severity) =>
    Array.from({ length: counts[severity] ?? 0 }, () => ({
      severity,
      check: null,
      origin: 'introduced' as const,
    })),
  );
  const checks = [
    ...passed.map((id) => check(id, 'true')),
    ...failed.map((id) => check(id, 'false')),
  ];
  return evaluateGate({ checks, findings }, { ...open, ...gate });
}

function check(id: string, value: MergedCheck['value']): MergedCheck {
  return { id, statement: '', value, reason: 'why', blocking: true, voices: [] };
}
