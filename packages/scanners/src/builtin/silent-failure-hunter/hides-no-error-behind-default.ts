import { bare, calleeOf } from '../../facts/callee.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type BinaryExpression, type Node, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';
import { isTrivial } from './handler-body.ts';

const fallible =
  /(?:^|\.)(?:parse|load\w*|read\w*|fetch\w*|request|query|json|exec\w*|decode\w*|decrypt\w*|verify\w*)$/;

/** A default directly behind a call that can fail. */
export const hidesNoErrorBehindDefault: BuiltinCheck = {
  id: 'hides_no_error_behind_default',
  script: { BinaryExpression: look },
};

function look(node: BinaryExpression, file: ScriptFile): void {
  const operator = node.operatorToken.kind;
  const isDefault =
    operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken;
  if (!isDefault || file.isTest || !isTrivial(node.right)) return;
  const call = bare(node.left);
  if (
    !ts.isCallExpression(call) ||
    !fallible.test(calleeOf(call)) ||
    isPatternMatch(calleeOf(call))
  )
    return;
  file.report(node, {
    rule: 'default-behind-call',
    severity: hasAwait(node.left) ? 'warning' : 'info',
    message: `When ${calleeOf(call)} gives nothing, ${node.right.getText(file.source)} takes its place without a trace.`,
    suggestion: 'Decide what an absent result means, and say it where it happens.',
  });
}

/** `pattern.exec(text) ?? []` asks whether something matches; nothing fails. */
function isPatternMatch(callee: string): boolean {
  return /\.exec$/.test(callee);
}

function hasAwait(node: Node): boolean {
  let at = node;
  while (ts.isParenthesizedExpression(at) || ts.isAsExpression(at)) at = at.expression;
  return ts.isAwaitExpression(at);
}
