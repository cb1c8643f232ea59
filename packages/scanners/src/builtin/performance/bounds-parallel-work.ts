import { isProductPath } from '../../change/file-class.ts';
import { calleeOf, calleeTail } from '../../facts/callee.ts';
import { findCall } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type CallExpression, type Expression, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';
import { isInputOutput } from './io-calls.ts';

/** Everything started at once, whatever the number. */
export const boundsParallelWork: BuiltinCheck = {
  id: 'bounds_parallel_work',
  script: { CallExpression: look },
};

function look(call: CallExpression, file: ScriptFile): void {
  if (!/^Promise\.(?:all|allSettled)$/.test(calleeOf(call)) || !isProductPath(file.path)) return;
  const mapped = call.arguments[0];
  if (mapped === undefined || !ts.isCallExpression(mapped) || calleeTail(mapped) !== 'map') return;
  const callback = mapped.arguments[0];
  if (
    callback === undefined ||
    !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))
  )
    return;
  const source = ts.isPropertyAccessExpression(mapped.expression)
    ? mapped.expression.expression
    : null;
  if (source === null || isBounded(source) || isLimited(callback)) return;
  if (findCall(callback, isInputOutput) === null) return;
  file.report(call.expression, {
    rule: 'unbounded-parallel-io',
    severity: 'info',
    message: 'All elements start their input or output at the same time, however many there are.',
    suggestion: 'Put a limit on how many run at once, or work in slices.',
  });
}

/** A slice, a chunk, or a list that is written out. */
function isBounded(source: Expression): boolean {
  if (ts.isArrayLiteralExpression(source)) return true;
  return ts.isCallExpression(source)
    ? /slice|chunk|batch/i.test(source.getText())
    : /chunk|batch|slice|page/i.test(source.getText());
}

/** `limit(() => …)`, `queue.add(…)`, `semaphore.run(…)` inside of the callback. */
function isLimited(callback: Expression): boolean {
  return (
    findCall(callback, (call) =>
      /limit|queue|semaphore|throttle|pool\.run/i.test(calleeOf(call)),
    ) !== null
  );
}
