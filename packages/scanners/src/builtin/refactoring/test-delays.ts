import { calleeOf, calleeTail } from '../../facts/callee.ts';
import { findCall } from '../../facts/enclosing.ts';
import type { ScriptVisitors } from '../../facts/script-visitors.ts';
import { ts } from '../../facts/typescript.ts';

/** Sleeps and retries in tests: they hide what is not waited for. */
export const testDelayRules: ScriptVisitors = {
  AwaitExpression: (node, file) => {
    if (!file.isTest) return;
    const waits = node.expression;
    const isSleep =
      (ts.isCallExpression(waits) &&
        /^(?:sleep|delay|wait|waitForTimeout|setTimeout)$/.test(calleeTail(waits)) &&
        waits.arguments.some((one) => ts.isNumericLiteral(one))) ||
      (ts.isNewExpression(waits) &&
        calleeOf(waits) === 'Promise' &&
        findCall(
          waits,
          (call) => calleeOf(call) === 'setTimeout' && isNumber(call.arguments[1]),
        ) !== null);
    if (!isSleep) return;
    file.report(node, {
      rule: 'sleep-in-test',
      severity: 'warning',
      message: 'The test waits for a fixed time instead of for what it needs.',
      suggestion: 'Wait for the event or the state, or use a fake clock.',
    });
  },
  PropertyAssignment: (node, file) => {
    const name = node.name.getText(file.source);
    if (!file.isTest || !/^(?:retry|retries|repeats)$/.test(name)) return;
    if (!ts.isNumericLiteral(node.initializer) || node.initializer.text === '0') return;
    file.report(node, {
      rule: 'retry-in-test',
      severity: 'warning',
      message: 'A test that passes only when repeated is reported as passed.',
      suggestion: 'Find what makes it fail the first time.',
    });
  },
};

function isNumber(node: unknown): boolean {
  return (
    node !== undefined &&
    ts.isNumericLiteral(node as never) &&
    (node as { text: string }).text !== '0'
  );
}
