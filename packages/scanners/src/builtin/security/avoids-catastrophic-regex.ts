import type { BuiltinCheck } from '../check.ts';
import { slowRegexRules } from '../slow-regex.ts';

/** Patterns that hostile input can make slow, and patterns built from input. */
export const avoidsCatastrophicRegex: BuiltinCheck = {
  id: 'avoids_catastrophic_regex',
  taint: true,
  script: slowRegexRules,
};
