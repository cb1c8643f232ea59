import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hiddenCharacters, showHidden } from './hidden-characters.ts';

it.each([
  ['bidirectional', '\u202e'],
  ['bidirectional', '\u2066'],
  ['zero-width', '\u200b'],
  ['zero-width', '\u2060'],
  ['tag', '\u{E0041}'],
  ['tag', '\u{E0100}'],
  ['control', '\u001b'],
  ['control', '\u009d'],
  ['control', '\u2028'],
  ['filler', '\u3164'],
  ['filler', '\ufe01'],
])('finds a %s character', (kind, character) => {
  expect(hiddenCharacters(`a${character}b`)).toMatchObject([{ index: 1, kind }]);
});

it('leaves nothing hidden behind, and nothing visible out', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = showHidden(text);
      expect(hiddenCharacters(shown)).toEqual([]);
    }),
  );
});

it('changes nothing in text without hidden characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abc äß漢 \n\t{}') }), (text) => {
      expect(showHidden(text)).toBe(text);
    }),
  );
});

const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x2fff }), fc.integer({ min: 0, max: 0x10ffff })))
  .map((points) => String.fromCodePoint(...points));
