import type { BuiltinCheck } from '../check.ts';
import { droppedErrors } from './dropped-errors.ts';
import { hasReason } from './handler-body.ts';

/** Empty handlers. One that says why is advice only. */
export const catchesWithoutSwallowing: BuiltinCheck = {
  id: 'catches_without_swallowing',
  script: {
    CatchClause: (node, file) => {
      if (node.block.statements.length > 0) return;
      const isExplained = hasReason(node.block, file);
      file.report(node, {
        rule: isExplained ? 'empty-catch-explained' : 'empty-catch',
        severity: isExplained || file.isTest ? 'info' : 'critical',
        message: isExplained
          ? 'The error is dropped; the comment says why.'
          : 'The error is dropped: nobody will know that this failed.',
        suggestion: 'Handle it, pass it on, or write down why it may be dropped.',
      });
    },
  },
  patterns: droppedErrors,
  python: {
    S110: { severity: 'critical' },
    S112: { severity: 'critical' },
    BLE001: { severity: 'info' },
  },
};
