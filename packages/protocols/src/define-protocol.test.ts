import { describe, expect, it } from 'vitest';
import { defineProtocol } from './define-protocol.ts';
import { magi } from './magi/declaration.ts';

describe("a protocol of one's own", () => {
  it('is given back when it is sound', () => {
    expect(defineProtocol({ ...magi, id: 'mine' }).id).toBe('mine');
  });

  it('needs a limit', () => {
    expect(() => defineProtocol({ ...magi, budget: { attemptSpends: 'start' } })).toThrow(
      /nothing bounds the loop/,
    );
    expect(() =>
      defineProtocol({ ...magi, budget: { attempts: 3, attemptSpends: 'completion' } }),
    ).toThrow(/nothing bounds the loop/);
    const budget = { attempts: 3, attemptSpends: 'completion', attemptFailuresInRow: 2 } as const;
    expect(defineProtocol({ ...magi, budget }).budget).toEqual(budget);
  });

  it('offers no option twice', () => {
    const twice = [...magi.decisions.cap.options.slice(0, 1), ...magi.decisions.cap.options];
    const decisions = { ...magi.decisions, stall: { options: twice, freeText: false } };
    expect(() => defineProtocol({ ...magi, decisions })).toThrow(/decisions.stall.options/);
  });

  it('is refused with the name of the field that is wrong', () => {
    expect(() => defineProtocol({ ...magi, id: 'Not Kebab' })).toThrow(/id: kebab-case/);
  });
});
