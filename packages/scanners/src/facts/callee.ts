import {
  type CallExpression,
  type Expression,
  type NewExpression,
  type Node,
  ts,
} from './typescript.ts';

/** Dotted name of what is called (`fs.promises.readFile`, `this.log.warn`), or an empty text. */
export function calleeOf(call: CallExpression | NewExpression): string {
  return dottedName(call.expression);
}

/** Last word of the dotted name of what is called. */
export function calleeTail(call: CallExpression | NewExpression): string {
  const name = calleeOf(call);
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Identifiers joined by dots; empty for anything computed. Optional chaining is ignored. */
export function dottedName(node: Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this';
  if (node.kind === ts.SyntaxKind.SuperKeyword) return 'super';
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) {
    return dottedName(node.expression);
  }
  if (ts.isPropertyAccessExpression(node)) {
    const left = dottedName(node.expression);
    // A call in the middle keeps the tail: `knex().where` is known by `.where` alone.
    return `${left}.${node.name.text}`;
  }
  return '';
}

/** Takes off parentheses, `await`, casts and non-null signs. */
export function bare(node: Expression): Expression {
  let at = node;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAwaitExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isSatisfiesExpression(at)
  ) {
    at = at.expression;
  }
  return at;
}
