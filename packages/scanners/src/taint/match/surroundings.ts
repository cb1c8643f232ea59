import { ts } from 'ts-morph';
import { isFunction, nameOfProperty, textOf } from '../model/syntax.ts';

const maxLength = 240;

/** The statement around a node as written, cut when long: what a value is for often shows there. */
export function statementAround(node: ts.Node): string {
  let statement = node;
  while (statement.parent !== undefined && !ts.isStatement(statement)) statement = statement.parent;
  return textOf(statement).slice(0, maxLength);
}

/** The name that receives the value of an expression: a variable, a member, a parameter. */
export function receivingName(node: ts.Node): string {
  for (
    let child = node, parent = node.parent;
    parent !== undefined;
    child = parent, parent = parent.parent
  ) {
    if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent))
      return textOf(parent.name);
    if (ts.isPropertyAssignment(parent)) return nameOfProperty(parent.name) ?? '';
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      return parent.right === child ? textOf(parent.left) : '';
    if (isFunction(parent)) return parent.name === undefined ? '' : textOf(parent.name);
    if (ts.isStatement(parent) && !ts.isReturnStatement(parent) && !ts.isBlock(parent)) return '';
  }
  return '';
}
