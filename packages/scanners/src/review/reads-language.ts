import type { BuiltinCheck } from '../builtin/check.ts';
import { isScript, type Language } from '../change/language.ts';

/** True when some analysis of the check reads files of a language. */
export function readsLanguage(check: BuiltinCheck, language: Language): boolean {
  if (check.text !== undefined) return true;
  // A check that says itself which files it is about reads all of those.
  if (check.about !== undefined && check.script === undefined && check.lint === undefined)
    return true;
  if (isScript(language)) {
    const { script, lint, typed, change, taint } = check;
    return [script, lint, typed, change].some((part) => part !== undefined) || taint === true;
  }
  if (language === 'python') return check.python !== undefined;
  return check.patterns?.[language] !== undefined;
}
