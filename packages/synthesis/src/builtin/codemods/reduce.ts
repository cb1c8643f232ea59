import { ts } from 'ts-morph';
import { type Codemod, nodesOnLine, type TextEdit } from '../codemod.ts';

/**
 * `reduce((all, x) => [...all, f(x)], [])` becomes `{ all.push(f(x)); return all; }`, and
 * `reduce((all, x) => ({ ...all, [x.id]: x }), {})` becomes `Object.assign(all, { [x.id]: x })`.
 *
 * Only where the reduction starts from a fresh empty literal, so that nobody else sees the value
 * that is changed, and where the rest of the literal does not mention it.
 */
export const changeInsteadOfSpread: Codemod = {
  id: 'change-instead-of-spread',
  checks: ['avoids_quadratic_loops'],
  edit: (target) => {
    for (const node of nodesOnLine(target)) {
      const edit = ts.isSpreadElement(node) || ts.isSpreadAssignment(node) ? editOf(node) : null;
      if (edit !== null) return [edit];
    }
    return null;
  },
};

function editOf(spread: ts.SpreadElement | ts.SpreadAssignment): TextEdit | null {
  const literal = spread.parent;
  if (!ts.isArrayLiteralExpression(literal) && !ts.isObjectLiteralExpression(literal)) return null;
  const body = ts.isParenthesizedExpression(literal.parent) ? literal.parent : literal;
  const arrow = body.parent;
  if (!ts.isArrowFunction(arrow) || arrow.body !== body || arrow.modifiers) return null;
  const [accumulator] = arrow.parameters;
  if (!accumulator || !ts.isIdentifier(accumulator.name)) return null;
  const name = accumulator.name.text;
  if (!ts.isIdentifier(spread.expression) || spread.expression.text !== name) return null;
  if (!isFreshReduction(arrow, literal.kind)) return null;
  const rest = restOf(literal, spread);
  if (rest === null || rest.some((node) => mentions(node, name))) return null;
  const source = literal.getSourceFile();
  const list = rest.map((node) => node.getText(source)).join(', ');
  const text = ts.isArrayLiteralExpression(literal)
    ? `{\n${indentOf(arrow)}  ${name}.push(${list});\n${indentOf(arrow)}  return ${name};\n${indentOf(arrow)}}`
    : `Object.assign(${name}, { ${list} })`;
  return { start: body.getStart(source), end: body.end, text };
}

/** The spread comes first and stands for all of the accumulator; null for any other shape. */
function restOf(
  literal: ts.ArrayLiteralExpression | ts.ObjectLiteralExpression,
  spread: ts.Node,
): readonly ts.Node[] | null {
  const parts: readonly ts.Node[] = ts.isArrayLiteralExpression(literal)
    ? literal.elements
    : literal.properties;
  const [first, ...rest] = parts;
  const isPlain = rest.every((node) => !ts.isSpreadElement(node) && !ts.isOmittedExpression(node));
  return first === spread && rest.length > 0 && isPlain ? rest : null;
}

/** `….reduce(arrow, [])` or `….reduce(arrow, {})`, a type assertion about the literal aside. */
function isFreshReduction(arrow: ts.ArrowFunction, kind: ts.SyntaxKind): boolean {
  const call = arrow.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== arrow) return false;
  const { expression: callee, arguments: given } = call;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'reduce') return false;
  let start: ts.Node | undefined = given[1];
  if (start && (ts.isAsExpression(start) || ts.isSatisfiesExpression(start))) {
    start = start.expression;
  }
  if (start?.kind !== kind) return false;
  return ts.isArrayLiteralExpression(start)
    ? start.elements.length === 0
    : ts.isObjectLiteralExpression(start) && start.properties.length === 0;
}

function mentions(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node) && node.text === name) return true;
  return ts.forEachChild(node, (child) => mentions(child, name) || undefined) ?? false;
}

/** White space that the line of a node begins with. */
function indentOf(node: ts.Node): string {
  const source = node.getSourceFile();
  const lineStart = source.text.lastIndexOf('\n', node.getStart(source) - 1) + 1;
  return /^[ \t]*/.exec(source.text.slice(lineStart))?.[0] ?? '';
}
