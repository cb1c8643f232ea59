import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertStrictJson } from './strict-json.ts';

class Point {
  readonly x = 1;
}

const cycle: Record<string, unknown> = { a: { b: [] } };
(cycle.a as { b: unknown[] }).b.push(cycle);

describe('assertStrictJson', () => {
  it.each<[string, unknown]>([
    ['value.a[1].b is undefined', { a: [0, { b: undefined }] }],
    ['value[1] is undefined', new Array(3).fill(1, 0, 1)],
    ['value.at is a Date instance', { at: new Date(0) }],
    ['value.seen is a Map instance', { seen: new Map() }],
    ['value["not found"] is a Set instance', { 'not found': new Set() }],
    ['value.n is a bigint', { n: 1n }],
    ['value.n is NaN', { n: Number.NaN }],
    ['value.n is -Infinity', { n: Number.NEGATIVE_INFINITY }],
    ['value.p is a Point instance', { p: new Point() }],
    ['value.error is a Error instance', { error: new Error('x') }],
    ['value.bytes is a Uint8Array instance', { bytes: new Uint8Array(1) }],
    ['value.f is a function', { f: () => 1 }],
    ['value.s is a symbol', { s: Symbol('s') }],
    ['value.o is keyed by a symbol', { o: { [Symbol('s')]: 1 } }],
    ['value.a.b[0] is a cycle', cycle],
  ])('refuses with the path: %s (L13)', (message, value) => {
    expect(() => assertStrictJson(value)).toThrow(message);
  });

  it('refuses what is nested too deeply to be written', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    expect(() => assertStrictJson(deep)).toThrow('nested over 1000 levels');
  });

  it('allows the same object in two places and half surrogate pairs', () => {
    const shared = { text: '\ud800' };
    expect(() =>
      assertStrictJson({ a: shared, b: [shared], c: Object.create(null) }),
    ).not.toThrow();
  });

  it('allows exactly what comes back from JSON as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        assertStrictJson(value);
        const back = JSON.parse(JSON.stringify(value));
        assertStrictJson(back);
        expect(JSON.stringify(back)).toBe(JSON.stringify(value));
      }),
    );
  });
});
