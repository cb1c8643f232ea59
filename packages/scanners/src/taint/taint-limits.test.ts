import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyseTaint, reportTaint } from './analyse-taint.ts';
import type { TaintLanguage, TaintReport } from './taint-finding.ts';
import { TaintLimits } from './taint-limits.ts';

const folder = fileURLToPath(new URL('../../test/taint/fixtures/', import.meta.url));
const fixtures = readdirSync(folder).map((file) => ({
  file,
  language: file.slice(file.lastIndexOf('.') + 1) as TaintLanguage,
  text: readFileSync(folder + file, 'utf8'),
}));

it('leaves a file of 5 MB alone and says so', () => {
  expect(of('a;\n'.repeat(1_700_000))).toEqual({ findings: [], limit: 'file-too-large' });
});

it('leaves a file with a line of 2 MB alone and says so', () => {
  expect(of(`exec(process.argv[2]);\nconst a = '${'x'.repeat(900_000)}';\n`)).toEqual({
    findings: [],
    limit: 'line-too-long',
  });
});

it('says when a file has more nodes than it reads', () => {
  expect(of('a\n'.repeat(TaintLimits.maxNodes / 2 + 1)).limit).toBe('too-many-nodes');
});

it.each(['(', '[', '{', 'a=>', '!', '`${', 'a?', '<a>', 'if(a)'])(
  'ends on %s nested as deep as a file allows',
  (opening) => {
    const lines = opening.repeat(400).concat('\n').repeat(40);
    expect(() => of(lines)).not.toThrow();
  },
);

it.each([
  ['names that are made of each other', () => weave(120)],
  ['one name written and used a thousand times', () => 'a = a + b; exec(a);\n'.repeat(1000)],
  ['functions that call each other', () => ring(300)],
])('answers for %s', (_, make) => {
  expect(() => of(make())).not.toThrow();
});

it('never throws and never leaves the file, whatever is cut out of or pasted into a source', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...fixtures),
      fc.array(fc.tuple(fc.nat(9_999), fc.nat(40), fc.oneof(fc.string(), scrap())), {
        maxLength: 6,
      }),
      ({ file, language, text }, edits) => {
        const mutated = edits.reduce(
          (current, [at, length, pasted]) =>
            current.slice(0, at % (current.length + 1)) +
            pasted +
            current.slice((at % (current.length + 1)) + length),
          text,
        );
        const lines = mutated.split(/\r\n|[\n\r\u2028\u2029]/);
        const { findings, limit } = reportTaint({ file, language, text: mutated });
        expect(limit).toBeUndefined();
        for (const finding of findings) {
          expect(finding.line).toBeGreaterThan(0);
          expect(finding.endLine).toBeGreaterThanOrEqual(finding.line);
          expect(finding.endLine).toBeLessThanOrEqual(lines.length);
          expect(lines[finding.line - 1]).toContain(finding.evidence);
        }
      },
    ),
    { numRuns: 150 },
  );
});

it('gives the same answer for the same text', () => {
  for (const fixture of fixtures) expect(analyseTaint(fixture)).toEqual(analyseTaint(fixture));
});

function of(text: string): TaintReport {
  return reportTaint({ file: 'a.js', language: 'js', text });
}

/** Pieces of real sources: they break more than noise does. */
function scrap(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...fixtures), fc.nat(9_999), fc.nat(60))
    .map(([{ text }, at, length]) => text.slice(at % text.length, (at % text.length) + length));
}

function weave(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `n${index}`);
  const writes = names.flatMap((name, index) => [
    `let ${name} = 'x' + n${(index + 1) % count};`,
    `${name} += n${(index + 7) % count};`,
    `exec(${name});`,
  ]);
  return `import { exec } from 'child_process';\n${writes.join('\n')}`;
}

function ring(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `function f${index}(a, b) { exec(a); return f${(index + 1) % count}(b, f${(index + 2) % count}(a, b)); }`,
  ).join('\n');
}
