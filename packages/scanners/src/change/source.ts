import type { ChangedFile } from '@magi/contracts';
import { isTestPath } from './file-class.ts';
import { isScript, type Language, languageOf } from './language.ts';
import { limitOf } from './limits.ts';
import { addedLines, type LineSet, removedLines } from './line-set.ts';

/** One changed file with its texts on both sides. */
export interface ChangedSource {
  readonly file: ChangedFile;
  readonly path: string;
  readonly language: Language;
  readonly isTest: boolean;
  readonly head: string | null;
  readonly base: string | null;
  readonly added: LineSet;
  readonly removed: LineSet;
  /** Why the text is searched for secrets only, or null. */
  readonly limit: string | null;
}

/** Joins a changed file with its decoded texts; null where a side has none. */
export function changedSource(
  file: ChangedFile,
  given: {
    readonly head: string | null;
    readonly base: string | null;
    /** Why the text is not analysed whatever it is like. */
    readonly limit?: string | null;
  },
): ChangedSource {
  const { head, base } = given;
  const text = head ?? base ?? '';
  return {
    file,
    path: file.path,
    language: languageOf(file.path, text),
    isTest: isTestPath(file.path),
    head,
    base,
    added: addedLines(file.hunks),
    removed: removedLines(file.hunks),
    limit: given.limit ?? limitOf(text),
  };
}

/** Whether a linter of scripts may be shown the head of the file. */
export function isLintable({ head, limit, language }: ChangedSource): boolean {
  return head !== null && limit === null && isScript(language);
}
