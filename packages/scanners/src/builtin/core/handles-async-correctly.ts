import { calleeTail } from '../../facts/callee.ts';
import { ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

/** Promises that nobody waits for. */
export const handlesAsyncCorrectly: BuiltinCheck = {
  id: 'handles_async_correctly',
  lint: {
    'no-async-promise-executor': { severity: 'warning' },
    'promise/no-multiple-resolved': { severity: 'warning' },
    'oxc/no-async-endpoint-handlers': { severity: 'warning' },
    'unicorn/no-await-in-promise-methods': { severity: 'warning' },
    'unicorn/no-single-promise-in-promise-methods': { severity: 'info' },
  },
  typed: {
    'typescript/no-floating-promises': { severity: 'critical' },
    'typescript/no-misused-promises': { severity: 'warning' },
    'typescript/await-thenable': { severity: 'warning' },
  },
  script: {
    CallExpression: (call, file) => {
      const callback = call.arguments[0];
      if (callback === undefined || calleeTail(call) !== 'forEach') return;
      if (!ts.isArrowFunction(callback) && !ts.isFunctionExpression(callback)) return;
      const isAsync = callback.modifiers?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword);
      if (isAsync !== true) return;
      file.report(ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call, {
        rule: 'async-for-each',
        severity: 'critical',
        message:
          'forEach drops the promise of its async callback: errors are lost and nothing waits.',
        suggestion: 'Use a for…of loop, or await Promise.all over map.',
      });
    },
  },
};
