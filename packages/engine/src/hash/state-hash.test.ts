import { createHash } from 'node:crypto';
import { portableSha256 } from '@magi/consolidation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStateHasher } from './state-hash.ts';

describe('the hash of a state', () => {
  it('does not depend on the order of keys or on what is undefined', () => {
    const { digest } = createStateHasher();
    expect(digest({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(
      digest({ b: [{ d: 3, c: 2, e: undefined }], a: 1 }),
    );
  });

  it('differs for different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const { digest } = createStateHasher();
        const same = JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
        return same === (digest(a) === digest(b));
      }),
    );
  });

  it('is the same whether parts were hashed before or not', () => {
    const long = { text: 'x'.repeat(2000), list: Array.from({ length: 300 }, (_, index) => index) };
    const warm = createStateHasher();
    warm.digest(long);
    warm.digest({ long });
    expect(warm.digest({ a: long, b: [long] })).toBe(
      createStateHasher().digest(JSON.parse(JSON.stringify({ a: long, b: [long] }))),
    );
  });

  it('is that of the canonical text for small values', () => {
    const text = '{"a":[1,"é"],"b":null}';
    const digest = createHash('sha256').update(text).digest('hex');
    expect(createStateHasher().digest({ b: null, a: [1, 'é'] })).toBe(digest);
  });

  it('is the same in Node and where there is no Node', () => {
    const value = { deep: { text: 'ß'.repeat(3000) } };
    expect(createStateHasher(portableSha256).digest(value)).toBe(createStateHasher().digest(value));
  });

  it('refuses what is no JSON', () => {
    expect(() => createStateHasher().digest([undefined])).toThrow(/undefined/);
  });
});

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}
