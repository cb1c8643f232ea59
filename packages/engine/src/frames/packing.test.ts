import type { Json } from '@magi/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacker, createUnpacker } from './packing.ts';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json);

describe('packing', () => {
  it('loses nothing, whatever the values', () => {
    fc.assert(
      fc.property(fc.array(json), (values) => {
        expect(values.map(roundTripper())).toEqual(values);
      }),
    );
  });

  it('keeps keys that look like references or prototypes', () => {
    const value = JSON.parse('{"$":3,"$$x":{"$":0},"__proto__":{"a":[1,2,3,4,5,6,7,8,9,10]}}');
    const again = roundTripper()(value);
    expect(JSON.stringify(again)).toBe(JSON.stringify(value));
    expect(Object.getPrototypeOf(again)).toBe(Object.prototype);
  });

  it('writes a value that occurs again only once, also where it is not the same object', () => {
    const packer = createPacker();
    const candidate = () => ({ files: ['src/one.ts', 'src/two.ts', 'src/three.ts'] });
    packer.pack(candidate());
    const size = JSON.stringify(packer.take()).length;
    expect(size).toBeGreaterThan(40);
    packer.pack({ again: candidate() });
    expect(JSON.stringify(packer.take())).toBe('[]');
  });

  it('gives equal parts back as the same object', () => {
    const packer = createPacker();
    const part = { statement: 'no secrets are exposed', value: 'true' };
    const packed = packer.pack([{ first: part }, { second: { ...part } }]);
    const unpacker = createUnpacker();
    unpacker.add(packer.take());
    const [a, b] = unpacker.unpack(packed) as [{ first: object }, { second: object }];
    expect(a.first).toBe(b.second);
  });
});

/** Packs, sends as text, unpacks. */
function roundTripper(): (value: Json) => Json {
  const packer = createPacker();
  const unpacker = createUnpacker();
  return (value) => {
    const packed = packer.pack(value);
    const sent = JSON.parse(JSON.stringify({ v: packer.take(), f: packed }));
    unpacker.add(sent.v);
    return unpacker.unpack(sent.f);
  };
}
