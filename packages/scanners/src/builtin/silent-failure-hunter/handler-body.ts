import { calleeOf } from '../../facts/callee.ts';
import { isLogCallee } from '../../facts/outline/logs.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type Expression, type Node, type Statement, ts } from '../../facts/typescript.ts';

/** A value that says nothing: null, false, a literal, an empty array or object, undefined. */
export function isTrivial(node: Expression | undefined): boolean {
  if (node === undefined) return true;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return isTrivial(node.expression);
  if (ts.isIdentifier(node)) return node.text === 'undefined';
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0;
  if (ts.isObjectLiteralExpression(node)) return node.properties.length === 0;
  return (
    ts.isLiteralExpression(node) ||
    ts.isVoidExpression(node) ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.TrueKeyword
  );
}

/** A statement that writes to a log and does nothing else. */
export function isLogStatement(statement: Statement): boolean {
  return ts.isExpressionStatement(statement) && isLogCall(statement.expression);
}

export function isLogCall(node: Node): boolean {
  return ts.isCallExpression(node) && isLogCallee(calleeOf(node));
}

/** True when somebody wrote a reason of at least two words between the braces. */
export function hasReason(node: Node, file: ScriptFile): boolean {
  const text = file.text.slice(node.getStart(file.source) + 1, node.end - 1);
  return [...text.matchAll(/\/\/(.*)|\/\*([\s\S]*?)\*\//g)].some(
    ([, line, block]) =>
      (line ?? block ?? '').split(/\s+/).filter((word) => /[a-z]{2}/i.test(word)).length >= 2,
  );
}
