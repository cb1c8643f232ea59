import { calleeOf, calleeTail } from '../../facts/callee.ts';
import { functionAround } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type CallExpression, type Node, type NodeKinds, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

const outside =
  /\b(?:process\.env|process\.argv|req(?:uest)?\.(?:query|params|body|headers)|searchParams|URLSearchParams|prompt\(|params\.|query\.)/;

/** Results that can be absent and numbers that can be none. */
export const handlesEdgeInputs: BuiltinCheck = {
  id: 'handles_edge_inputs',
  script: {
    NonNullExpression: (node, file) => {
      const value = node.expression;
      if (file.isTest || !ts.isCallExpression(value)) return;
      if (!isSearch(value)) return;
      file.report(node, absent(calleeTail(value)));
    },
    ElementAccessExpression: (node, file) => {
      if (!file.isTest) lookAtPart(node, file);
    },
    CallExpression: (call, file) => {
      if (!file.isTest) lookAtNumber(call, file);
    },
  },
  typed: { 'typescript/no-unnecessary-condition': { severity: 'info' } },
};

function absent(name: string) {
  return {
    rule: 'absent-result',
    severity: 'warning' as const,
    message: `${name} gives nothing when nothing fits, and this line does not expect it.`,
    suggestion: 'Handle the absent case, or throw with a message that says what was looked for.',
  };
}

/** Searches whose result is absent when nothing fits; `map.get` after `map.has` is common and fine. */
function isSearch(call: CallExpression): boolean {
  return /^(?:find|findLast|match|exec|closest|querySelector|getElementById)$/.test(
    calleeTail(call),
  );
}

function lookAtPart(node: NodeKinds['ElementAccessExpression'], file: ScriptFile): void {
  let value: Node = node.expression;
  if (ts.isNonNullExpression(value)) return;
  while (ts.isParenthesizedExpression(value)) value = value.expression;
  if (!ts.isCallExpression(value) || node.questionDotToken !== undefined) return;
  const name = calleeTail(value);
  if (/^(?:match|exec)$/.test(name) && ts.isNumericLiteral(node.argumentExpression)) {
    file.report(node, absent(name));
    return;
  }
  const isLaterPart =
    name === 'split' &&
    ts.isNumericLiteral(node.argumentExpression) &&
    Number(node.argumentExpression.text) >= 1;
  const { parent } = node;
  const isUsed =
    (ts.isPropertyAccessExpression(parent) && parent.questionDotToken === undefined) ||
    ts.isNonNullExpression(parent);
  if (isLaterPart && isUsed) {
    file.report(node, {
      rule: 'part-may-be-missing',
      severity: 'warning',
      message: 'The text may have fewer parts than this line takes.',
      suggestion: 'Check the number of parts first.',
    });
  }
}

function lookAtNumber(call: CallExpression, file: ScriptFile): void {
  const name = calleeOf(call);
  if (!/^(?:Number\.)?parse(?:Int|Float)$|^Number$/.test(name)) return;
  const text = call.arguments[0]?.getText(file.source) ?? '';
  if (!outside.test(text) || /\?\?|\|\|/.test(text)) return;
  const scope = (functionAround(call) ?? file.source).getText(file.source);
  if (
    /isNaN|isFinite|isInteger|isSafeInteger|\.safeParse|\.parse\(|clamp|Math\.(?:min|max)|NaN/.test(
      scope,
    )
  )
    return;
  if (isGuarded(call)) return;
  file.report(call, {
    rule: 'number-unchecked',
    severity: 'warning',
    message: `${name} gives NaN for anything but a number, and nothing here looks for it.`,
    suggestion: 'Check with Number.isFinite or Number.isInteger before using it.',
  });
}

/** `Number(x) || 10` and comparisons give NaN a meaning. */
function isGuarded(call: CallExpression): boolean {
  const { parent } = call;
  return (
    ts.isBinaryExpression(parent) &&
    /^(?:\|\||\?\?|>=?|<=?|===?|!==?)$/.test(parent.operatorToken.getText())
  );
}
