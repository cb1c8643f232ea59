import { expect, it } from 'vitest';
import { jsonDocument, jsonLine } from './json-text.ts';

it('means what any other JSON means, and shows what would be hidden', () => {
  const value = { 'a\u202eb': ['\u001b[2J', '\u009b31m', '\u{e0041}', '\u2028', 'Größe 🙂 数値'] };
  for (const text of [jsonDocument(value), jsonLine(value)]) {
    expect(JSON.parse(text)).toEqual(value);
    expect(text).toContain('"a\\u202eb"');
    expect(text).toContain('"\\udb40\\udc41"');
    expect(text).toContain('"Größe 🙂 数値"');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
  }
});
