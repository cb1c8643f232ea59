import { isProductPath } from '../../change/file-class.ts';
import { calleeOf } from '../../facts/callee.ts';
import { isAsync, repetitionAround } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type AwaitExpression, type Node, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';
import { isRemoteCall } from './io-calls.ts';

/** One database or network call for each element. */
export const issuesNoQueryPerItem: BuiltinCheck = {
  id: 'issues_no_query_per_item',
  script: { AwaitExpression: look },
};

function look(node: AwaitExpression, file: ScriptFile): void {
  const call = node.expression;
  if (!ts.isCallExpression(call) || !isRemoteCall(call) || !isProductPath(file.path)) return;
  const loop = repetitionAround(node);
  if (loop === null || isPaging(loop.node)) return;
  // A callback of map that is not async cannot await; one that is sends all calls at once.
  if (loop.kind === 'callback' && !isAsync(functionOf(node))) return;
  file.report(call.expression, {
    rule: 'query-per-item',
    severity: 'warning',
    message: `${calleeOf(call)} is called once per element: the time grows with their number.`,
    suggestion: 'Ask for all elements in one call, or load them beforehand.',
  });
}

function functionOf(node: Node): Node {
  for (let at = node.parent; at !== undefined; at = at.parent) if (ts.isFunctionLike(at)) return at;
  return node;
}

/** `while (cursor)` and `for (;;)` go through pages or retries, not through elements. */
function isPaging(loop: Node): boolean {
  return ts.isWhileStatement(loop) || ts.isDoStatement(loop) || ts.isForStatement(loop);
}
