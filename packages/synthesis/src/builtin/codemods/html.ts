import { ts } from 'ts-morph';
import { type Codemod, firstOnLine } from '../codemod.ts';

/** `element.innerHTML = value` becomes `element.textContent = value`: text stays text. */
export const textInsteadOfHtml: Codemod = {
  id: 'text-instead-of-html',
  checks: ['renders_no_untrusted_html'],
  edit: (target) => {
    const statement = firstOnLine(target, ts.isExpressionStatement);
    const assignment = statement?.expression;
    if (!assignment || !ts.isBinaryExpression(assignment)) return null;
    if (assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return null;
    const left = assignment.left;
    if (!ts.isPropertyAccessExpression(left) || left.name.text !== 'innerHTML') return null;
    // A literal with mark-up in it was meant as mark-up.
    if (/[<>]/.test(assignment.right.getText(target.source).replaceAll('=>', ''))) return null;
    return [{ start: left.name.getStart(target.source), end: left.name.end, text: 'textContent' }];
  },
};
