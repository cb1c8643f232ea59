import { ts } from 'ts-morph';
import { type Codemod, firstOnLine, type TextEdit } from '../codemod.ts';

/**
 * `list = [...list, item]` becomes `list.push(item)` for a local array declared in the file.
 *
 * The finding may lie on the assignment or on the declaration of the array.
 */
export const pushInsteadOfSpread: Codemod = {
  id: 'push-instead-of-spread',
  checks: ['avoids_quadratic_loops'],
  edit: (target) => {
    const { source } = target;
    const statement = firstOnLine(target, ts.isExpressionStatement);
    if (statement) return editOf(statement, source);
    const declared = firstOnLine(target, ts.isVariableDeclaration);
    if (!declared) return null;
    const copies = copiesOf(declared.name.getText(source), source);
    const edits = copies.map((copy) => editOf(copy, source));
    if (edits.length === 0 || !edits.every((edit) => edit !== null)) return null;
    const isOnlyCopied = assignmentsTo(declared.name.getText(source), source) === copies.length;
    return [...edits.flat(), ...(isOnlyCopied ? constant(declared, source) : [])];
  },
};

/** `let` becomes `const` in a declaration that is never assigned to. */
export const constantDeclaration: Codemod = {
  id: 'constant-declaration',
  checks: ['check_idioms'],
  edit: (target) => {
    const { source } = target;
    const declared = firstOnLine(target, ts.isVariableDeclaration);
    if (!declared || assignmentsTo(declared.name.getText(source), source) > 0) return null;
    const edits = constant(declared, source);
    return edits.length > 0 ? edits : null;
  },
};

/** Only a `let` with one initialised plain name is surely safe to change. */
function constant(declared: ts.VariableDeclaration, source: ts.SourceFile): readonly TextEdit[] {
  const list = declared.parent;
  if (!ts.isVariableDeclarationList(list) || list.declarations.length !== 1) return [];
  if (!declared.initializer || !ts.isIdentifier(declared.name)) return [];
  const start = list.getStart(source);
  return source.text.startsWith('let ', start)
    ? [{ start, end: start + 'let'.length, text: 'const' }]
    : [];
}

/** Assignments to a name anywhere in the file, `++` and destructuring included. */
function assignmentsTo(name: string, source: ts.SourceFile): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      if (new RegExp(`\\b${name}\\b`).test(node.left.getText(source))) count += 1;
    } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const isStep =
        node.operator === ts.SyntaxKind.PlusPlusToken ||
        node.operator === ts.SyntaxKind.MinusMinusToken;
      if (isStep && node.operand.getText(source) === name) count += 1;
    } else if (ts.isForOfStatement(node) || ts.isForInStatement(node)) {
      if (node.initializer.getText(source) === name) count += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return count;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function editOf(
  statement: ts.ExpressionStatement,
  source: ts.SourceFile,
): readonly TextEdit[] | null {
  const assignment = statement.expression;
  if (!ts.isBinaryExpression(assignment)) return null;
  if (assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return null;
  const { left, right } = assignment;
  if (!ts.isIdentifier(left) || !ts.isArrayLiteralExpression(right)) return null;
  const [spread, ...items] = right.elements;
  if (!spread || !ts.isSpreadElement(spread) || items.length === 0) return null;
  if (spread.expression.getText(source) !== left.text || items.some(ts.isSpreadElement))
    return null;
  if (!startsAsOwnArray(source, left.text)) return null;
  const list = items.map((item) => item.getText(source)).join(', ');
  return [
    { start: assignment.getStart(source), end: assignment.end, text: `${left.text}.push(${list})` },
  ];
}

/** Statements that copy an array onto itself: `name = [...name, …]`. */
function copiesOf(name: string, source: ts.SourceFile): readonly ts.ExpressionStatement[] {
  const found: ts.ExpressionStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && node.getText(source).startsWith(`${name} = [...${name}`))
      found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Only an array that starts as a literal is surely not shared with a caller. */
function startsAsOwnArray(source: ts.SourceFile, name: string): boolean {
  let isOwn = false;
  const visit = (node: ts.Node): void => {
    if (
      ts.isVariableDeclaration(node) &&
      node.name.getText(source) === name &&
      node.initializer &&
      ts.isArrayLiteralExpression(node.initializer)
    )
      isOwn = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return isOwn;
}
