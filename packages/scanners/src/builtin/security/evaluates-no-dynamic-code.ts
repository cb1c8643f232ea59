import type { BuiltinCheck } from '../check.ts';

/** Code made of text. */
export const evaluatesNoDynamicCode: BuiltinCheck = {
  id: 'evaluates_no_dynamic_code',
  taint: true,
  lint: {
    'no-eval': { severity: 'critical', only: 'product' },
    'no-new-func': { severity: 'critical', only: 'product' },
    'no-script-url': { severity: 'critical', only: 'product' },
    'import/no-dynamic-require': { severity: 'warning', only: 'product' },
  },
  typed: { 'typescript/no-implied-eval': { severity: 'critical' } },
  patterns: {
    ruby: [
      {
        rule: 'evaluated-text',
        severity: 'critical',
        message: 'Text is run as code.',
        suggestion: 'Use a table of functions, or parse the text.',
        pattern: {
          kind: 'call',
          has: { field: 'method', regex: '^(eval|instance_eval|class_eval)$' },
        },
      },
    ],
  },
  python: {
    S102: { severity: 'critical' },
    S307: { severity: 'critical' },
    S701: { severity: 'critical' },
  },
};
