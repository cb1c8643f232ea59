import { calleeOf } from '../../facts/callee.ts';
import { repetitionAround } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type CallExpression, type NewExpression, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

/** Constant things made anew on every turn, and copies made through text. */
export const avoidsNeedlessAllocation: BuiltinCheck = {
  id: 'avoids_needless_allocation',
  aliases: ['check_zero_copy'],
  lint: {
    'unicorn/prefer-array-find': { severity: 'info' },
    'unicorn/prefer-array-some': { severity: 'info' },
    'react/jsx-no-constructed-context-values': { severity: 'info' },
    'react/no-unstable-nested-components': { severity: 'info' },
  },
  script: { NewExpression: rebuilt, CallExpression: clonedThroughText },
};

function rebuilt(node: NewExpression, file: ScriptFile): void {
  const name = calleeOf(node);
  if (!/^(?:RegExp|Intl\.\w+|TextEncoder|TextDecoder)$/.test(name) || file.isTest) return;
  const isConstant = (node.arguments ?? []).every(
    (one) => ts.isLiteralExpression(one) || ts.isObjectLiteralExpression(one),
  );
  if (!isConstant || repetitionAround(node) === null) return;
  file.report(node, {
    rule: 'constant-rebuilt-in-loop',
    severity: 'info',
    message: `The same ${name} is built on every turn of the loop.`,
    suggestion: 'Build it once, outside of the loop.',
  });
}

function clonedThroughText(call: CallExpression, file: ScriptFile): void {
  if (calleeOf(call) !== 'JSON.parse' || file.isTest) return;
  const inner = call.arguments[0];
  if (inner === undefined || !ts.isCallExpression(inner) || calleeOf(inner) !== 'JSON.stringify')
    return;
  if (inner.arguments.length !== 1) return;
  file.report(call, {
    rule: 'clone-through-json',
    severity: 'info',
    message: 'The value is copied through text: slow, and dates, maps and undefined are lost.',
    suggestion: 'Use structuredClone, or copy the parts that change.',
  });
}
