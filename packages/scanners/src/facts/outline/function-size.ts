import type { ScriptFile } from '../script-file.ts';
import { type FunctionLike, type Node, ts } from '../typescript.ts';

/** How much a function asks of its reader. */
export interface FunctionSize {
  readonly lines: number;
  readonly parameters: number;
  /** Independent paths: 1 + branches, loops, cases, conditions and short circuits. */
  readonly complexity: number;
  /** Deepest nesting of branching or looping blocks. */
  readonly depth: number;
}

/** Measures one function without the functions inside of it. */
export function measure(file: ScriptFile, node: FunctionLike, body: Node): FunctionSize {
  let complexity = 1;
  let deepest = 0;
  const pending: { node: Node; depth: number }[] = [{ node: body, depth: 0 }];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (isBranch(at.node)) complexity++;
    const depth = at.depth + (nests(at.node) ? 1 : 0);
    deepest = Math.max(deepest, depth);
    ts.forEachChild(at.node, (child) => {
      if (!ts.isFunctionLike(child) && !ts.isClassLike(child)) pending.push({ node: child, depth });
    });
  }
  return {
    lines: file.endLineOf(node) - file.lineOf(node) + 1,
    parameters: node.parameters.length,
    complexity,
    depth: deepest,
  };
}

function isBranch(node: Node): boolean {
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    return (
      operator === ts.SyntaxKind.AmpersandAmpersandToken ||
      operator === ts.SyntaxKind.BarBarToken ||
      operator === ts.SyntaxKind.QuestionQuestionToken
    );
  }
  return (
    ts.isIfStatement(node) ||
    ts.isConditionalExpression(node) ||
    ts.isIterationStatement(node, false) ||
    ts.isCaseClause(node) ||
    ts.isCatchClause(node)
  );
}

/** `else if` continues its `if`; it does not nest. */
function nests(node: Node): boolean {
  if (ts.isIfStatement(node)) {
    return !(ts.isIfStatement(node.parent) && node.parent.elseStatement === node);
  }
  return (
    ts.isIterationStatement(node, false) || ts.isSwitchStatement(node) || ts.isTryStatement(node)
  );
}
