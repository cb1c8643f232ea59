import type { ChangedSource } from '../change/source.ts';

const directive =
  /\b(?:eslint|oxlint)-(?:disable|enable)(?:-next-line|-line)?\b|\/\*\s*(?:eslint|oxlint)\s+[\w@/-]+\s*:|#\s*(?:ruff:\s*)?noqa\b/g;

/**
 * Text of the head in which directives on added lines switch nothing off.
 *
 * The author of a change must not silence its reviewer. Every letter of a directive is replaced,
 * so that lines, columns and lengths stay as they were.
 */
export function neutralised(source: ChangedSource): string {
  const text = source.head ?? '';
  if (!/(?:eslint|oxlint|noqa)/.test(text)) return text;
  return text
    .split('\n')
    .map((line, index) =>
      source.added.has(index + 1)
        ? line.replace(directive, (words) => words.replace(/[a-z]/gi, 'x'))
        : line,
    )
    .join('\n');
}
