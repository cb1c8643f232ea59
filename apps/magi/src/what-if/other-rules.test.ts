import { describe, expect, it } from 'vitest';
import { parseGate, parseRule } from './other-rules.ts';

describe('parseRule', () => {
  it.each([
    ['and', { kind: 'and' }],
    ['k-of-n:2', { kind: 'k_of_n', k: 2 }],
    ['veto:core,security', { kind: 'veto', by: ['core', 'security'] }],
    ['weighted:0.5:core=2,x', { kind: 'weighted', threshold: 0.5, weights: { core: 2, x: 1 } }],
  ])('reads %s', (text, rule) => {
    expect(parseRule(text)).toEqual(rule);
  });

  it.each(['or', 'k-of-n', 'k-of-n:0', 'veto:', 'weighted:2:a=1', 'constructor'])(
    'refuses %s',
    (text) => {
      expect(() => parseRule(text)).toThrow('is no merge rule');
    },
  );
});

describe('parseGate', () => {
  it.each([
    ['majority_pass', { preset: 'majority_pass' }],
    ['critical=0,warning=3', { max: { critical: 0, warning: 3 } }],
    [
      'critical == 0 && warning <= 3',
      { preset: 'custom', expression: 'critical == 0 && warning <= 3' },
    ],
  ])('reads %s', (text, gate) => {
    expect(parseGate(text)).toEqual(gate);
  });

  it.each(['fatal=0', 'critical ==', ''])('refuses "%s"', (text) => {
    expect(() => parseGate(text)).toThrow(/is no gate|names no severity/);
  });
});
