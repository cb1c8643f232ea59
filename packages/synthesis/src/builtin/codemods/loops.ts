import { ts } from 'ts-morph';
import { type Codemod, firstOnLine } from '../codemod.ts';

/** `list = [...list, item]` becomes `list.push(item)` for a local array declared in the file. */
export const pushInsteadOfSpread: Codemod = {
  id: 'push-instead-of-spread',
  checks: ['avoids_quadratic_loops'],
  edit: (target) => {
    const { source } = target;
    const statement = firstOnLine(target, ts.isExpressionStatement);
    const assignment = statement?.expression;
    if (!statement || !assignment || !ts.isBinaryExpression(assignment)) return null;
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
      {
        start: assignment.getStart(source),
        end: assignment.end,
        text: `${left.text}.push(${list})`,
      },
    ];
  },
};

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
