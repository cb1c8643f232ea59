import { bare, calleeOf, calleeTail } from '../../facts/callee.ts';
import { functionAround } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type BinaryExpression, type CallExpression, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

/** Results that can mean failure and that nobody reads. */
export const checksResultValues: BuiltinCheck = {
  id: 'checks_result_values',
  script: { CallExpression: lookAtCall, BinaryExpression: lookAtDefault },
};

function lookAtCall(call: CallExpression, file: ScriptFile): void {
  if (file.isTest) return;
  const name = calleeTail(call);
  if (isDiscarded(call) && /^(?:safeParse|safeParseAsync|spawnSync)$/.test(name)) {
    file.report(call.expression, {
      rule: 'result-ignored',
      severity: 'warning',
      message: `${name} reports failure in its result, and the result is dropped.`,
      suggestion: 'Look at the result, or use the variant that throws.',
    });
  }
  if (readsUncheckedResponse(call, file)) {
    file.report(call.expression, {
      rule: 'response-unchecked',
      severity: 'warning',
      message: 'fetch resolves for error answers too, and the status is not looked at.',
      suggestion: 'Check response.ok before reading the body.',
    });
  }
}

function isDiscarded(call: CallExpression): boolean {
  let at = call.parent;
  while (ts.isAwaitExpression(at) || ts.isParenthesizedExpression(at)) at = at.parent;
  return ts.isExpressionStatement(at);
}

/** `(await fetch(x)).json()`, or `response.json()` of a fetch in a function that never asks for the status. */
function readsUncheckedResponse(call: CallExpression, file: ScriptFile): boolean {
  if (!/^(?:json|text|arrayBuffer|blob)$/.test(calleeTail(call)) || call.arguments.length > 0)
    return false;
  if (!ts.isPropertyAccessExpression(call.expression)) return false;
  const receiver = bare(call.expression.expression);
  if (ts.isCallExpression(receiver)) return isFetch(receiver);
  const scope = functionAround(call) ?? file.source;
  if (!ts.isIdentifier(receiver)) return false;
  const text = scope.getText(file.source);
  const isFromFetch = new RegExp(
    `\\b${receiver.text.replace(/\$/g, '\\$')}\\s*(?::[^=]*)?=\\s*await\\s+(?:globalThis\\.)?fetch\\(`,
  ).test(text);
  return isFromFetch && !/\.(?:ok|status|statusText)\b|\{[^}]*\b(?:ok|status)\b[^}]*\}/.test(text);
}

function isFetch(call: CallExpression): boolean {
  return /^(?:globalThis\.|window\.)?fetch$/.test(calleeOf(call));
}

function lookAtDefault(node: BinaryExpression, file: ScriptFile): void {
  const operator = node.operatorToken.kind;
  const isDefault =
    operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken;
  if (!isDefault || file.isTest || !ts.isStringLiteralLike(node.right)) return;
  const left = node.left.getText(file.source);
  if (!/(?:access_?token|id_?token|api_?key|secret|password|refresh_?token)$/i.test(left)) return;
  file.report(node, {
    rule: 'credential-default',
    severity: 'warning',
    message: `A missing ${left} becomes ${node.right.text === '' ? 'an empty text' : 'a fixed text'} and fails later, far away.`,
    suggestion: 'Fail here, and say which credential is missing.',
  });
}
