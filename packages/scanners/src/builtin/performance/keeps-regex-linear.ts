import type { BuiltinCheck } from '../check.ts';
import { slowRegexRules } from '../slow-regex.ts';

/** Patterns whose time grows faster than their input. */
export const keepsRegexLinear: BuiltinCheck = {
  id: 'keeps_regex_linear',
  script: slowRegexRules,
};
