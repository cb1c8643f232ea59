import { calleeOf } from '../../facts/callee.ts';
import { functionAround, mentions } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type CallExpression, type Node, ts } from '../../facts/typescript.ts';

const opens =
  /^(?:(?:fs|fsp|fsPromises|promises)\.)+(?:open|openSync|opendir|watch|watchFile)$|^chokidar\.watch$/;

/** A file, folder or watcher opened into a local variable that is neither closed nor handed on. */
export function handleNeverClosed(call: CallExpression, file: ScriptFile): void {
  if (!opens.test(calleeOf(call))) return;
  const scope = functionAround(call);
  if (scope === null) return;
  const name = holderOf(call);
  if (name === undefined || (name !== null && isReleased(scope, name))) return;
  file.report(call.expression, {
    rule: 'handle-never-closed',
    severity: 'warning',
    message: `What ${calleeOf(call)} opens is never closed in the function that opens it.`,
    suggestion: 'Close it in a finally block, or declare it with "await using".',
  });
}

/** Name of the local variable; null when the handle is dropped, undefined when it is handed on. */
function holderOf(call: CallExpression): string | null | undefined {
  let node: Node = call;
  while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent))
    node = node.parent;
  if (ts.isExpressionStatement(node.parent)) return null;
  const holder = node.parent;
  if (!ts.isVariableDeclaration(holder) || !ts.isIdentifier(holder.name)) return undefined;
  const usesUsing = (holder.parent.flags & ts.NodeFlags.Using) === ts.NodeFlags.Using;
  return usesUsing ? undefined : holder.name.text;
}

/** Closed, returned, stored, or given to another function. */
function isReleased(scope: Node, name: string): boolean {
  let released = false;
  const pending = [scope];
  for (let node = pending.pop(); node !== undefined && !released; node = pending.pop()) {
    released =
      (ts.isReturnStatement(node) && mentions(node, name)) ||
      (ts.isCallExpression(node) && node.arguments.some((one) => mentions(one, name))) ||
      (ts.isBinaryExpression(node) && ts.isIdentifier(node.right) && node.right.text === name) ||
      (ts.isShorthandPropertyAssignment(node) && node.name.text === name) ||
      (ts.isPropertyAssignment(node) && mentions(node.initializer, name)) ||
      (ts.isPropertyAccessExpression(node) &&
        ts.isIdentifier(node.expression) &&
        node.expression.text === name &&
        /^(?:close|closeSync|destroy|dispose|unref)$/.test(node.name.text));
    ts.forEachChild(node, (child) => {
      pending.push(child);
    });
  }
  return released;
}
