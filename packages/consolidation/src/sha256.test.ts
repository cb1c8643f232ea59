import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf, portableSha256, sha256 } from './sha256.ts';

it.each([
  { name: 'the fastest one', digest: sha256 },
  { name: 'our own', digest: portableSha256 },
])(
  'agrees with the digest of node:crypto for any text: $name',
  ({ digest }) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(digest(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
      }),
      { numRuns: 50 },
    );
  },
  30_000,
);

it('agrees at every length around a block boundary', () => {
  for (let length = 0; length <= 130; length += 1) {
    const text = 'x'.repeat(length);
    expect(portableSha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

it('keeps lists apart that would join to the same text', () => {
  expect(digestOf(['ab', 'c'])).not.toBe(digestOf(['a', 'bc']));
});
