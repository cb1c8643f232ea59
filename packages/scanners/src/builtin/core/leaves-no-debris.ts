import type { BuiltinCheck } from '../check.ts';
import { reportCommentedCode } from './commented-code.ts';

/** What was needed while writing and must not stay. */
export const leavesNoDebris: BuiltinCheck = {
  id: 'leaves_no_debris',
  lint: {
    'no-debugger': { severity: 'warning' },
    'vitest/no-focused-tests': { severity: 'critical' },
    'no-console': {
      severity: 'warning',
      calibrated: true,
      only: 'product',
      message: 'Console output is left in code that otherwise has next to none.',
      suggestion: 'Remove it, or use the logger of the project.',
    },
  },
  script: { SourceFile: (_node, file) => reportCommentedCode(file) },
  python: { T20: { severity: 'info', only: 'product' }, ERA: { severity: 'info' } },
};
