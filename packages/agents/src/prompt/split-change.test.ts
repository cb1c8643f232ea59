import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';
import { type FileText, splitChange } from './split-change.ts';

const files: fc.Arbitrary<FileText[]> = fc.uniqueArray(
  fc.record({
    file: fc.stringMatching(/^[a-c]\/[a-e]{1,2}$/),
    text: fc.array(fc.string({ maxLength: 40 }), { maxLength: 30 }).map((l) => l.join('\n')),
  }),
  { selector: ({ file }) => file, maxLength: 20 },
);
const limits = fc.record({
  maxTokens: fc.integer({ min: 1, max: 200 }),
  maxFiles: fc.integer({ min: 1, max: 5 }),
});

it('puts every line of every file into exactly one group, in order', () => {
  fc.assert(
    fc.property(files, limits, (change, options) => {
      const parts = splitChange(change, options).flatMap((group) => group.parts);
      for (const { file, text } of change) {
        const own = parts.filter((part) => part.file === file);
        expect(own.map((part) => part.text).join('\n')).toBe(text);
        expect(own.map(({ part }) => part)).toEqual(own.map((_, index) => index + 1));
        expect(own.every(({ of }) => of === own.length)).toBe(true);
      }
      expect(new Set(parts.map(({ file }) => file)).size).toBe(change.length);
    }),
  );
});

it('keeps each group within its limits, except for a single line that is longer', () => {
  fc.assert(
    fc.property(files, limits, (change, options) => {
      for (const { parts, tokens } of splitChange(change, options)) {
        expect(parts.length).toBeLessThanOrEqual(options.maxFiles);
        expect(tokens).toBe(parts.reduce((sum, { text }) => sum + estimateTokens(text), 0));
        const isOneLine = parts.length === 1 && !parts[0]?.text.includes('\n');
        if (!isOneLine) expect(tokens).toBeLessThanOrEqual(options.maxTokens);
      }
    }),
  );
});

it('gives the same groups for any order of the files', () => {
  fc.assert(
    fc.property(files, limits, (change, options) => {
      expect(splitChange([...change].reverse(), options)).toEqual(splitChange(change, options));
    }),
  );
});

it('keeps a file and its test together', () => {
  const names = ['src/b.ts', 'src/a.test.ts', 'src/c.ts', 'src/a.ts'];
  const change = names.map((file) => ({ file, text: 'x' }));
  const [first] = splitChange(change, { maxTokens: 100, maxFiles: 2 });
  expect(first?.parts.map(({ file }) => file)).toEqual(['src/a.test.ts', 'src/a.ts']);
});
