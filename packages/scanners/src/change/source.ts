import type { ChangedFile } from '@magi/contracts';
import { isTestPath } from './file-class.ts';
import { type Language, languageOf } from './language.ts';
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
  texts: { readonly head: string | null; readonly base: string | null },
): ChangedSource {
  const text = texts.head ?? texts.base ?? '';
  return {
    file,
    path: file.path,
    language: languageOf(file.path, text),
    isTest: isTestPath(file.path),
    ...texts,
    added: addedLines(file.hunks),
    removed: removedLines(file.hunks),
    limit: limitOf(text),
  };
}
