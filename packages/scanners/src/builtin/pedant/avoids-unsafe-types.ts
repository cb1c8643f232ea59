import { ts } from '../../facts/typescript.ts';
import type { BuiltinCheck, RuleUse } from '../check.ts';

const unsafe: RuleUse = { severity: 'warning', calibrated: true, only: 'product' };

/** Ways around the type checker, where the base does without them. */
export const avoidsUnsafeTypes: BuiltinCheck = {
  id: 'avoids_unsafe_types',
  lint: {
    'typescript/no-explicit-any': unsafe,
    'typescript/no-non-null-assertion': unsafe,
    'typescript/no-unsafe-function-type': unsafe,
  },
  script: {
    AsExpression: (node, file) => {
      const inner = node.expression;
      if (file.isTest || !ts.isAsExpression(inner)) return;
      if (!/^(?:unknown|any)$/.test(inner.type.getText(file.source))) return;
      file.report(node, {
        rule: 'double-cast',
        severity: 'warning',
        message: 'A cast over unknown makes anything of anything.',
        suggestion: 'Check the value and let the compiler narrow it.',
      });
    },
  },
};
