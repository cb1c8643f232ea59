import { ts } from 'ts-morph';
import { type Codemod, firstOnLine, removeStatement } from '../codemod.ts';

/** `debugger;` disappears. */
export const removeDebugger: Codemod = {
  id: 'remove-debugger',
  checks: ['leaves_no_debris'],
  edit: (target) => {
    const statement = firstOnLine(target, ts.isDebuggerStatement);
    return statement ? [removeStatement(target.source, statement)] : null;
  },
};

/** A statement that only calls `console.*` disappears. */
export const removeConsoleCall: Codemod = {
  id: 'remove-console-call',
  checks: ['leaves_no_debris'],
  edit: (target) => {
    const statement = firstOnLine(target, ts.isExpressionStatement);
    if (!statement || !isConsoleCall(statement.expression)) return null;
    return ts.isBlock(statement.parent) || ts.isSourceFile(statement.parent)
      ? [removeStatement(target.source, statement)]
      : null;
  },
};

/** `it.only(…)`, `describe.only(…)`, `test.only(…)` lose their `.only`; `fit` becomes `it`. */
export const unfocusTest: Codemod = {
  id: 'unfocus-test',
  checks: ['leaves_no_debris', 'skips_no_tests'],
  edit: (target) => {
    const call = firstOnLine(target, ts.isCallExpression);
    if (!call) return null;
    const callee = call.expression;
    if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'only')
      return [{ start: callee.expression.end, end: callee.end, text: '' }];
    const plain = ts.isIdentifier(callee) ? FOCUSED[callee.text] : undefined;
    return plain ? [{ start: callee.getStart(target.source), end: callee.end, text: plain }] : null;
  },
};

const FOCUSED: Readonly<Record<string, string>> = { fit: 'it', fdescribe: 'describe' };

function isConsoleCall(node: ts.Expression): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ts.isIdentifier(node.expression.expression) &&
    node.expression.expression.text === 'console'
  );
}
