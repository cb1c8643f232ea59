import { contains, functionAround, isAsync, mentions } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type BinaryExpression, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

/** Shared variables read before and written after other code could run. */
export const avoidsRaces: BuiltinCheck = {
  id: 'avoids_races',
  lint: { 'promise/no-multiple-resolved': { severity: 'warning' } },
  script: { BinaryExpression: look },
};

function look(node: BinaryExpression, file: ScriptFile): void {
  const operator = node.operatorToken.kind;
  const isAssignment =
    operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment;
  if (!isAssignment || file.isTest || !hasAwait(node)) return;
  const around = functionAround(node);
  if (around === null || !isAsync(around)) return;
  const name = sharedName(node, file);
  if (name === null) return;
  const isCompound = operator !== ts.SyntaxKind.EqualsToken;
  if (isCompound || readsBeforeAwait(node, name)) {
    file.report(node, {
      rule: 'stale-read',
      severity: 'warning',
      message: `"${name}" is read before the await and written after it: a change in between is lost.`,
      suggestion: 'Await into a local variable first, then read and write in one step.',
    });
  } else if (isCheckedBefore(node, name)) {
    file.report(node, {
      rule: 'check-then-await',
      severity: 'warning',
      message: `Two callers can both find "${name}" empty and both do the work.`,
      suggestion: 'Keep the promise itself in the variable.',
    });
  }
}

function hasAwait(node: BinaryExpression): boolean {
  return contains(node.right, ts.isAwaitExpression);
}

/** Name of a variable of the module, which every call of the function shares. */
function sharedName(node: BinaryExpression, file: ScriptFile): string | null {
  if (!ts.isIdentifier(node.left)) return null;
  const name = node.left.text;
  const isShared = file.source.statements.some(
    (statement) =>
      ts.isVariableStatement(statement) &&
      (statement.declarationList.flags & ts.NodeFlags.Const) === 0 &&
      statement.declarationList.declarations.some(
        (one) => ts.isIdentifier(one.name) && one.name.text === name,
      ),
  );
  return isShared ? name : null;
}

function readsBeforeAwait(node: BinaryExpression, name: string): boolean {
  return ts.isBinaryExpression(node.right) && mentions(node.right.left, name);
}

/** `if (!x) x = await load()`. */
function isCheckedBefore(node: BinaryExpression, name: string): boolean {
  for (let at = node.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isIfStatement(at) && mentions(at.expression, name)) return true;
  }
  return false;
}
