import type { Json } from '@magi/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges, changesOf } from './change.ts';

const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);

describe('changes', () => {
  it('turn the first value into the second, whatever they are and when they were stored', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(applyChanges(before, changesOf(before, after))).toEqual(after);
        const stored = JSON.parse(JSON.stringify(changesOf(before, after)));
        expect(applyChanges(before, stored)).toEqual(after);
      }),
    );
  });

  it('take keys that every object has for data like any other', () => {
    const before = JSON.parse('{"valueOf":1,"__proto__":{"a":1}}') as Json;
    const after = JSON.parse('{"toString":2,"__proto__":{"a":2},"constructor":[]}') as Json;
    const made = applyChanges(before, changesOf(before, after));
    expect(JSON.stringify(Object.entries(made as object).sort())).toBe(
      JSON.stringify(Object.entries(after as object).sort()),
    );
  });

  it('turn one list into another, whatever was put in, taken out or replaced', () => {
    const list = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c') }), { maxLength: 8 });
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(applyChanges(before, changesOf(before, after))).toEqual(after);
      }),
    );
  });

  it('leave the first value as it was, and share what did not change', () => {
    const before = { list: [{ a: 1 }, { a: 2 }], other: { big: true } };
    const text = JSON.stringify(before);
    const after = applyChanges(before, [[['list', 0, 'a'], 5]]) as typeof before;
    expect(JSON.stringify(before)).toBe(text);
    expect(after.other).toBe(before.other);
    expect(after.list[1]).toBe(before.list[1]);
  });

  it('take away and bring a member that every object inherits', () => {
    expect(applyChanges({ toString: '' }, changesOf({ toString: '' }, {}))).toEqual({});
    expect(applyChanges({}, changesOf({}, { toString: '' }))).toEqual({ toString: '' });
  });

  it('are as small as the change, and none for a list that was only made anew', () => {
    const shared = { big: 'x'.repeat(1000) };
    const before = { shared, list: [1, 2], same: [1, 2], gone: true };
    const after = { shared, list: [1, 2, 3], same: [1, 2] };
    expect(changesOf(before, after)).toEqual([[['gone']], [['list'], 2, 0, [3]]]);
  });

  it('say of an item taken out of a list only that', () => {
    const list = ['a', 'b', 'c', 'd'].map((key) => ({ key }));
    const fewer = list.filter(({ key }) => key !== 'b').map((item) => ({ ...item }));
    expect(changesOf({ list }, { list: fewer })).toEqual([[['list'], 1, 1, []]]);
  });
});
