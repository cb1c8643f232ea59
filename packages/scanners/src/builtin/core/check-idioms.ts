import type { BuiltinCheck, RuleUse } from '../check.ts';

const kept: RuleUse = { severity: 'warning', calibrated: true };

/** Style rules, each only where the base itself keeps it. */
export const checkIdioms: BuiltinCheck = {
  id: 'check_idioms',
  lint: {
    eqeqeq: kept,
    'no-var': kept,
    'prefer-const': kept,
    'no-throw-literal': kept,
    'no-nested-ternary': kept,
    'unicorn/error-message': kept,
    'unicorn/throw-new-error': kept,
    'typescript/no-require-imports': kept,
    'typescript/prefer-as-const': kept,
    'typescript/consistent-type-imports': kept,
    'typescript/no-namespace': kept,
  },
  python: { UP: { severity: 'info' }, SIM: { severity: 'info' } },
};
