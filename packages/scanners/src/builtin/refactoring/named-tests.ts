import type { Change } from '../../change/change.ts';
import type { Language } from '../../change/language.ts';
import type { FileHit } from '../check.ts';

/** How tests are declared where they are functions with names. The name is the first group. */
const declarations: Partial<Record<Language, RegExp>> = {
  python: /^[ \t]*(?:async[ \t]+)?def[ \t]+(test_\w+)/gm,
  go: /^func[ \t]+((?:Test|Benchmark|Fuzz)[A-Z]\w*)[ \t]*\(/gm,
  java: /@(?:Test|ParameterizedTest)\b[\s\S]{0,200}?\bvoid[ \t]+(\w+)[ \t]*\(/g,
  kotlin: /@Test\b[\s\S]{0,200}?\bfun[ \t]+(`[^`]+`|\w+)[ \t]*\(/g,
  rust: /#\[(?:\w+::)?test\][\s\S]{0,200}?\bfn[ \t]+(\w+)/g,
  ruby: /^[ \t]*(?:it|specify|test)[ \t]+['"]([^'"\n]+)['"]/gm,
  php: /\bfunction[ \t]+(test\w+)[ \t]*\(/g,
  csharp: /\[(?:Fact|Theory|Test|TestMethod)\b[\s\S]{0,200}?\b(?:void|Task)[ \t]+(\w+)[ \t]*\(/g,
};

/** Tests of other languages that are gone, known by their names. */
export function lostNamedTests(change: Change): FileHit[] {
  const kept = new Set<string>();
  for (const source of change.sources) {
    for (const { name } of namesIn(source.language, source.head)) kept.add(name);
  }
  return change.sources.flatMap((source) =>
    namesIn(source.language, source.base)
      .filter(({ name }) => !kept.has(name))
      .map(({ name, line }) => ({
        rule: 'test-lost',
        severity: 'critical' as const,
        file: source.file.oldPath ?? source.path,
        side: 'base' as const,
        line,
        endLine: line,
        message: `The test ${name} exists no longer.`,
        suggestion: 'Bring it back, or say in the change why the behaviour it shows is gone.',
        diffLevel: true,
      })),
  );
}

function namesIn(language: Language, text: string | null): { name: string; line: number }[] {
  const declaration = declarations[language];
  if (declaration === undefined || text === null) return [];
  return [...text.matchAll(declaration)].map((match) => ({
    name: match[1] ?? '',
    line: text.slice(0, match.index + match[0].length).split('\n').length,
  }));
}
