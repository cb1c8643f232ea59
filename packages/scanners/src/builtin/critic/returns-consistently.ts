import { walkOwn } from '../../facts/outline/functions.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type FunctionLike, type Node, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

/** Functions that return a value on one path and nothing on another. */
export const returnsConsistently: BuiltinCheck = {
  id: 'returns_consistently',
  lint: { 'array-callback-return': { severity: 'warning' } },
  script: {
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunction: look,
    MethodDeclaration: look,
  },
};

function look(node: FunctionLike & { readonly body?: Node | undefined }, file: ScriptFile): void {
  if (node.body === undefined || !ts.isBlock(node.body) || file.isTest) return;
  const values: Node[] = [];
  const empties: Node[] = [];
  walkOwn(node.body, (one) => {
    if (!ts.isReturnStatement(one)) return;
    if (one.expression === undefined) empties.push(one);
    else values.push(one.expression);
  });
  const [empty] = empties.sort((a, b) => a.pos - b.pos);
  // `return next()` and `return res.end()` only leave; their value is for nobody.
  if (
    empty === undefined ||
    !values.some((value) => !ts.isCallExpression(value) && !isNothing(value))
  )
    return;
  file.report(empty, {
    rule: 'inconsistent-return',
    severity: 'warning',
    message: 'This path returns nothing, while others of the function return a value.',
    suggestion: 'Return a value here too, or say undefined where it is meant.',
  });
}

function isNothing(value: Node): boolean {
  return (
    (ts.isIdentifier(value) && value.text === 'undefined') ||
    ts.isVoidExpression(value) ||
    // An effect returns its cleanup, or nothing to clean up.
    ts.isArrowFunction(value) ||
    ts.isFunctionExpression(value) ||
    ts.isAwaitExpression(value)
  );
}
