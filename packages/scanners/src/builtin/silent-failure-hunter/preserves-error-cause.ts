import type { BuiltinCheck } from '../check.ts';

/** Errors that are thrown on stay errors, with their cause. */
export const preservesErrorCause: BuiltinCheck = {
  id: 'preserves_error_cause',
  lint: {
    'preserve-caught-error': { severity: 'warning', only: 'product' },
    'no-useless-catch': { severity: 'warning' },
    'no-throw-literal': { severity: 'warning', calibrated: true },
    'no-ex-assign': { severity: 'warning' },
    'no-unsafe-finally': { severity: 'warning' },
  },
  typed: {
    'typescript/only-throw-error': { severity: 'warning' },
    'typescript/prefer-promise-reject-errors': { severity: 'warning' },
  },
  python: {
    B904: { severity: 'warning' },
    TRY201: { severity: 'info' },
    TRY203: { severity: 'warning' },
  },
};
