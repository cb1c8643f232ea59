import { ts } from 'ts-morph';
import type { FunctionNode } from './binding.ts';

const Kind = ts.SyntaxKind;

/** Strips what has no meaning at run time: brackets, `as`, `!`, `satisfies`, `await`. */
export function unwrap(node: ts.Expression): ts.Expression {
  let inner = node;
  for (;;) {
    switch (inner.kind) {
      case Kind.ParenthesizedExpression:
      case Kind.AsExpression:
      case Kind.NonNullExpression:
      case Kind.SatisfiesExpression:
      case Kind.TypeAssertionExpression:
      case Kind.AwaitExpression:
        inner = (inner as ts.ParenthesizedExpression).expression;
        continue;
      default:
        return inner;
    }
  }
}

/** The nearest function around a node, or nothing at the top level of the file. */
export function enclosingFunction(node: ts.Node): FunctionNode | undefined {
  let parent = node.parent;
  while (parent !== undefined && !isFunction(parent)) parent = parent.parent;
  return parent;
}

/** True for every kind of function that has a body. */
export function isFunction(node: ts.Node): node is FunctionNode {
  switch (node.kind) {
    case Kind.FunctionDeclaration:
    case Kind.FunctionExpression:
    case Kind.ArrowFunction:
    case Kind.MethodDeclaration:
    case Kind.Constructor:
    case Kind.GetAccessor:
    case Kind.SetAccessor:
      return true;
    default:
      return false;
  }
}

/** The plain name of a property, or nothing when it is computed. */
export function nameOfProperty(name: ts.PropertyName | ts.BindingName): string | undefined {
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) return name.text;
  if (ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression))
    return name.expression.text;
  return undefined;
}

/** True when the function can be called from outside the file. */
export function isExported(node: FunctionNode): boolean {
  let declaration: ts.Node = node;
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    const parent = node.parent;
    if (ts.isBinaryExpression(parent)) return /\bexports\b/.test(textOf(parent.left));
    if (!ts.isVariableDeclaration(parent)) return ts.isExportAssignment(parent);
    declaration = parent.parent.parent;
  } else if (ts.isMethodDeclaration(node)) declaration = node.parent;
  return (
    ts.canHaveModifiers(declaration) &&
    ts.getModifiers(declaration)?.some((modifier) => modifier.kind === Kind.ExportKeyword) === true
  );
}

/** The source text of a node; a long one is cut, because only names are read from it. */
export function textOf(node: ts.Node): string {
  const source = node.getSourceFile();
  const start = node.getStart(source);
  return source.text.slice(start, Math.min(node.end, start + 400));
}
