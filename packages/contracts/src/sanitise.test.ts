import { expect, it } from 'vitest';
import { sanitiseForTerminal, sanitiseLine } from './sanitise.ts';

it('keeps ordinary text of any script', () => {
  const text = 'Größe → 数値 «ok» 🙂 ⚠\uFE0F été\n\tindented';
  expect(sanitiseForTerminal(text)).toBe(text);
});

it.each([
  ['an escape sequence', '\u001b[31mred', '\\u{1b}[31mred'],
  ['a carriage return that overwrites the line', 'fail\rpass', 'fail\\u{d}pass'],
  ['a backspace', 'no\b\bok', 'no\\u{8}\\u{8}ok'],
  ['a C1 operating system command', '\u009d0;title\u009c', '\\u{9d}0;title\\u{9c}'],
  ['a bidirectional override', 'a\u202eb', 'a\\u{202e}b'],
  ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
  ['a tag character', 'a\u{E0041}b', 'a\\u{e0041}b'],
  ['a variation selector', 'a\uFE0Fb', 'a\\u{fe0f}b'],
  ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
  ['a filler that looks like a space', 'a\u3164b', 'a\\u{3164}b'],
])('shows %s as an escape', (_, text, shown) => {
  expect(sanitiseForTerminal(text)).toBe(shown);
});

it('changes nothing the second time', () => {
  const once = sanitiseForTerminal('\u001b]8;;http://x\u0007link\u001b]8;;\u0007');
  expect(sanitiseForTerminal(once)).toBe(once);
});

it('keeps a message on one line where a line is all there is', () => {
  expect(sanitiseLine('a\nb\tc')).toBe('a\\u{a}b\\u{9}c');
});
