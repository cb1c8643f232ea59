import { functionAround } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type CallExpression, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

/** Parameters and exported bindings changed behind the back of their owner. */
export const mutatesNoSharedState: BuiltinCheck = {
  id: 'mutates_no_shared_state',
  lint: {
    'no-param-reassign': { severity: 'info', calibrated: true, only: 'product' },
    'import/no-mutable-exports': { severity: 'warning', only: 'product' },
  },
  script: { CallExpression: look },
};

/** `list.sort()` of a parameter reorders the list of the caller. */
function look(call: CallExpression, file: ScriptFile): void {
  if (file.isTest || !ts.isPropertyAccessExpression(call.expression)) return;
  const { name, expression } = call.expression;
  if (!/^(?:sort|reverse)$/.test(name.text) || !ts.isIdentifier(expression)) return;
  const around = functionAround(call);
  const isParameter = around?.parameters.some(
    (one) => ts.isIdentifier(one.name) && one.name.text === expression.text,
  );
  if (isParameter !== true) return;
  file.report(name, {
    rule: 'parameter-reordered',
    severity: 'info',
    message: `${name.text} changes the order in the array of the caller.`,
    suggestion: `Copy it first, or use to${name.text === 'sort' ? 'Sorted' : 'Reversed'}.`,
  });
}
