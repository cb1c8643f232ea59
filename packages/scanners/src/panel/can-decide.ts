import type { Candidate, MagiConfig } from '@magi/contracts';
import type { BuiltinCheck } from '../builtin/check.ts';
import { isCode, type Language, languageOf } from '../change/language.ts';
import { readsLanguage } from '../review/reads-language.ts';

/** Languages of the changed code that a check could be about. */
export function changedLanguages(candidate: Candidate): ReadonlySet<Language> {
  return new Set(
    candidate.files
      .filter(
        (file) => file.kind === 'text' && file.excluded === undefined && file.status !== 'deleted',
      )
      .map((file) => languageOf(file.path))
      .filter(isCode),
  );
}

/**
 * True when the built-in engine is able to decide a check about changed code in these languages.
 *
 * It is not when no analysis exists, when the analysis is switched off, or when all changed code
 * is in languages that the analysis does not read.
 */
export function canDecide(
  check: BuiltinCheck | undefined,
  languages: ReadonlySet<Language>,
  config: MagiConfig,
): boolean {
  if (check === undefined) return false;
  if (check.needsTypes === true && config.scanners?.types === 'off') return false;
  return languages.size === 0 || [...languages].some((language) => readsLanguage(check, language));
}
