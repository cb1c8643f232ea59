import { calleeOf, calleeTail } from '../../facts/callee.ts';
import { findCall } from '../../facts/enclosing.ts';
import { walkOwn } from '../../facts/outline/functions.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type CallExpression, type Node, ts } from '../../facts/typescript.ts';

/** An effect of a component that subscribes and returns no way to stop. */
export function effectWithoutCleanup(call: CallExpression, file: ScriptFile): void {
  if (!/^(?:React\.)?use(?:Layout)?Effect$/.test(calleeOf(call))) return;
  const callback = call.arguments[0];
  if (
    callback === undefined ||
    !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))
  )
    return;
  if (!ts.isBlock(callback.body) || returnsSomething(callback.body)) return;
  const subscription = findCall(callback.body, (one) =>
    /^(?:addEventListener|setInterval|subscribe|observe|watch)$/.test(calleeTail(one)),
  );
  if (subscription === null || /\b(?:signal|once)\b/.test(subscription.getText(file.source)))
    return;
  file.report(subscription.expression, {
    rule: 'effect-without-cleanup',
    severity: 'warning',
    message: 'The effect subscribes on every run and returns no function that stops it.',
    suggestion: 'Return a cleanup function from the effect.',
  });
}

function returnsSomething(body: Node): boolean {
  let returns = false;
  walkOwn(body, (node) => {
    returns ||= ts.isReturnStatement(node) && node.expression !== undefined;
  });
  return returns;
}
