import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffJson } from './json-diff.ts';

describe('diffJson', () => {
  it('names what was changed, added and removed by JSON pointers', () => {
    expect(diffJson({ a: 1, b: [1, 2], 'c/d': 0 }, { a: 2, b: [1], e: null })).toEqual([
      { path: '/a', before: 1, after: 2 },
      { path: '/b/1', before: 2 },
      { path: '/c~1d', before: 0 },
      { path: '/e', after: null },
    ]);
  });

  it('finds nothing exactly when the values are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
        const [one, other] = [a, b].map((value) => JSON.parse(JSON.stringify(value)));
        expect(diffJson(one, structuredClone(one))).toEqual([]);
        const isSame = diffJson(one, other).length === 0;
        expect(isSame).toBe(diffJson(other, one).length === 0);
      }),
    );
  });
});
