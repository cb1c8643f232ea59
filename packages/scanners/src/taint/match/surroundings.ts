import { ts } from 'ts-morph';
import { enclosingFunction, isFunction, nameOfProperty, textOf } from '../model/syntax.ts';

const maxLength = 240;
const maxFunctionLength = 20_000;
const mentioned = new WeakMap<ts.SourceFile, Map<string, boolean>>();

/** The function around a node as written, or the file where there is none; cut when long. */
export function functionAround(node: ts.Node): string {
  const sourceFile = node.getSourceFile();
  const owner = enclosingFunction(node) ?? sourceFile;
  const start = owner.getStart(sourceFile);
  return sourceFile.text.slice(start, Math.min(owner.end, start + maxFunctionLength));
}

/** True when a pattern occurs anywhere in the file of a node; looked for once a file. */
export function fileMentions(node: ts.Node, pattern: RegExp): boolean {
  const sourceFile = node.getSourceFile();
  const known = mentioned.get(sourceFile) ?? new Map<string, boolean>();
  mentioned.set(sourceFile, known);
  const answer = known.get(pattern.source) ?? pattern.test(sourceFile.text);
  known.set(pattern.source, answer);
  return answer;
}

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
