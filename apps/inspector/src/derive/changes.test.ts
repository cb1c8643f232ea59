import { describe, expect, it } from 'vitest';
import { changesBetween } from './changes.ts';

describe('changesBetween', () => {
  it('names every place that differs, with both values', () => {
    const before = { a: 1, list: [1, 2], gone: true, same: { deep: 'x' } };
    const after = { a: 2, list: [1, 3, 4], same: { deep: 'x' }, new: null };
    expect(changesBetween(before, after, 10)).toEqual({
      isCut: false,
      changes: [
        { path: '/a', before: 1, after: 2 },
        { path: '/list/1', before: 2, after: 3 },
        { path: '/list/2', before: undefined, after: 4 },
        { path: '/gone', before: true, after: undefined },
        { path: '/new', before: undefined, after: null },
      ],
    });
  });

  it('writes paths as JSON pointers', () => {
    const { changes } = changesBetween({ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, 10);
    expect(changes[0]?.path).toBe('/a~1b/~0');
  });

  it('stops where there is more than anybody reads, and says so', () => {
    const after = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 1]));
    const { changes, isCut } = changesBetween({}, after, 20);
    expect(changes).toHaveLength(20);
    expect(isCut).toBe(true);
  });

  it('takes what is the same object as equal', () => {
    const part = new Proxy({ a: 1 }, { ownKeys: () => expect.fail('looked into it') });
    expect(changesBetween({ part }, { part }, 5).changes).toEqual([]);
  });

  it('tells lists and records apart', () => {
    expect(changesBetween({ a: [] }, { a: {} }, 5).changes).toEqual([
      { path: '/a', before: [], after: {} },
    ]);
  });
});
