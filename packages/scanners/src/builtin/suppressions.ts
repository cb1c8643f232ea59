import type { Change } from '../change/change.ts';
import { isCode } from '../change/language.ts';
import type { ChangedSource } from '../change/source.ts';
import type { FileHit } from './check.ts';

const suppression =
  /(?:\/\/|\/\*|#|<!--)\s*(?:(?:eslint|oxlint|tslint|stylelint|rubocop|pylint)[-:]?\s*disable\S*|biome-ignore\S*|@ts-(?:ignore|expect-error|nocheck)|prettier-ignore|nosemgrep|nosec|noinspection|istanbul ignore|[vc]8 ignore|codeql\[[^\]]*\]|magi-ignore|noqa\b|type:\s*ignore|nolint|NOLINT\w*|ruff:\s*noqa)/;

/**
 * Comments on added lines that switch a tool off.
 *
 * @param which `all`, or only those that say nothing about why
 */
export function suppressionHits(change: Change, which: 'all' | 'unexplained'): FileHit[] {
  return change.sources
    .filter((source) => source.head !== null && isCode(source.language) && source.limit === null)
    .flatMap((source) => {
      const lines = (source.head ?? '').split('\n');
      return source.added
        .lines()
        .filter((line) => isNewSuppression(source, lines[line - 1] ?? ''))
        .filter((line) => isComment(change, source, line))
        .filter((line) => !isTypeAssertion(source, lines[line - 1] ?? ''))
        .filter((line) => which === 'all' || !isExplained(lines, line))
        .map((line) => hit(source.path, line, which));
    });
}

/** In scripts it is known which lines hold comments; a string may look like one. */
export function isComment(change: Change, source: ChangedSource, line: number): boolean {
  const comments = change.facts(source, 'head')?.outline?.comments;
  return comments === undefined || comments.some((one) => one.line <= line && line <= one.endLine);
}

/** A directive that the base has in the same words was moved, not added. */
function isNewSuppression(source: ChangedSource, text: string): boolean {
  return suppression.test(text) && !(source.base ?? '').includes(text.trim());
}

/** In tests `@ts-expect-error` says what the compiler must refuse. */
function isTypeAssertion(source: ChangedSource, text: string): boolean {
  return source.isTest && /@ts-expect-error/.test(text);
}

/** Words after the directive and its rule names, or a comment on the line above. */
function isExplained(lines: readonly string[], line: number): boolean {
  const text = lines[line - 1] ?? '';
  const after = text
    .slice((suppression.exec(text)?.index ?? 0) + (suppression.exec(text)?.[0].length ?? 0))
    .replace(/\*\/|-->/g, '');
  const reason = /(?:--|:|—|–)\s*(\S.*)$/.exec(after)?.[1] ?? wordsAfterRules(after);
  if (
    reason
      .trim()
      .split(/\s+/)
      .filter((word) => /[a-z]{2}/i.test(word)).length >= 2
  )
    return true;
  const above = lines[line - 2] ?? '';
  return /^\s*(?:\/\/|\*|#|\/\*)\s*\S+\s+\S+/.test(above) && !suppression.test(above);
}

/** `@ts-expect-error the type is wrong upstream` explains itself without a sign in between. */
function wordsAfterRules(text: string): string {
  return text
    .replace(
      /^[\s,]*(?:(?:@?[\w-]+\/)*[a-z][\w-]*-[\w-]+|[A-Z]+\d+|TS\d+|[\w-]+\/[\w-]+)(?:\s*,\s*|\s|$)/g,
      '',
    )
    .trim();
}

function hit(file: string, line: number, which: 'all' | 'unexplained'): FileHit {
  return {
    rule: which === 'all' ? 'suppression-added' : 'unexplained-suppression',
    severity: 'warning',
    file,
    line,
    endLine: line,
    message:
      which === 'all'
        ? 'A comment switches a tool off that the base had on.'
        : 'A comment switches a tool off and does not say why.',
    suggestion: 'Mend what the tool says, or write the reason behind the directive.',
  };
}
