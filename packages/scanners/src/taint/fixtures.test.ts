import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyseTaint } from './analyse-taint.ts';
import { ruleNames } from './rules/all-rules.ts';
import type { TaintLanguage } from './taint-finding.ts';

const folder = fileURLToPath(new URL('../../test/taint/fixtures/', import.meta.url));
const files = readdirSync(folder).sort();

describe.each(files)('%s', (file) => {
  const text = readFileSync(folder + file, 'utf8');

  it('gives every line marked bad its rules, and no other line any', () => {
    expect(found(file, text)).toEqual(marked(text));
  });
});

it('has a bad line for every rule', () => {
  const seen = new Set(files.flatMap((file) => rulesMarked(readFileSync(folder + file, 'utf8'))));
  expect(ruleNames.filter((name) => !seen.has(name))).toEqual([]);
});

/** `line: rule rule` of every line with findings. */
function found(file: string, text: string): readonly string[] {
  const language = file.slice(file.lastIndexOf('.') + 1) as TaintLanguage;
  const byLine = new Map<number, string[]>();
  for (const { line, rule } of analyseTaint({ file, text, language }))
    byLine.set(line, [...(byLine.get(line) ?? []), rule]);
  return lines(byLine);
}

function marked(text: string): readonly string[] {
  const byLine = new Map<number, string[]>();
  for (const [index, line] of text.split('\n').entries())
    if (line.includes('bad: ')) byLine.set(index + 1, rulesMarked(line));
  return lines(byLine);
}

function rulesMarked(text: string): string[] {
  return [...text.matchAll(/(?:\/\/|\/\*) bad: ([\w/ -]+?)(?: \*\/|$)/gm)].flatMap(
    (match) => match[1]?.trim().split(' ') ?? [],
  );
}

function lines(byLine: ReadonlyMap<number, readonly string[]>): readonly string[] {
  return [...byLine]
    .sort(([left], [right]) => left - right)
    .map(([line, rules]) => `${line}: ${[...rules].sort().join(' ')}`);
}
