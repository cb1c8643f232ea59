import { calleeOf, calleeTail } from '../../facts/callee.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type CallExpression, type Expression, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck, Problem } from '../check.ts';
import { hasReason, isLogCall, isLogStatement, isTrivial } from './handler-body.ts';

/** Rejected promises that are ignored or made harmless. */
export const handlesRejections: BuiltinCheck = {
  id: 'handles_rejections',
  typed: { 'typescript/no-floating-promises': { severity: 'critical' } },
  script: {
    CallExpression: (call, file) => {
      if (file.isTest) return;
      const problem = handlerProblem(call, file) ?? unreadOutcome(call);
      const at = ts.isPropertyAccessExpression(call.expression) ? call.expression.name : call;
      if (problem !== null) file.report(at, problem);
    },
  },
};

function handlerProblem(call: CallExpression, file: ScriptFile): Problem | null {
  const isCatch = ts.isPropertyAccessExpression(call.expression) && calleeTail(call) === 'catch';
  const handler = call.arguments[0];
  if (!isCatch || call.arguments.length !== 1 || handler === undefined) return null;
  const what = judge(handler, file);
  if (what === null) return null;
  const isExplained = hasReason(handler, file) || commentsBefore(call, file);
  return {
    rule: isExplained ? 'rejection-explained' : what.rule,
    severity: isExplained ? 'info' : what.severity,
    message: isExplained ? 'The rejection is dropped; the comment says why.' : what.message,
    suggestion: 'Handle the error, or let the rejection reach whoever awaits.',
  };
}

function judge(
  handler: Expression,
  file: ScriptFile,
): Pick<Problem, 'rule' | 'severity' | 'message'> | null {
  const dropped = {
    rule: 'rejection-dropped',
    severity: 'critical' as const,
    message: 'The rejection is dropped: nobody will know that this failed.',
  };
  if (ts.isIdentifier(handler) && /^noop$/i.test(handler.text)) return dropped;
  if (/^_\.noop$/.test(handler.getText(file.source))) return dropped;
  if (!ts.isArrowFunction(handler) && !ts.isFunctionExpression(handler)) return null;
  if (ts.isBlock(handler.body)) {
    const { statements } = handler.body;
    if (statements.length === 0) return dropped;
    return statements.every(isLogStatement) ? logged : null;
  }
  if (isLogCall(handler.body)) return logged;
  if (!isTrivial(handler.body)) return null;
  const isNothing = /^(?:undefined|void 0|\{\s*\}|\(\{\s*\}\)|null)$/.test(
    handler.body.getText(file.source),
  );
  return isNothing && ts.isExpressionStatement(outermost(handler)) ? dropped : defaulted;
}

const logged = {
  rule: 'rejection-only-logged',
  severity: 'info' as const,
  message: 'The rejection is logged and then counts as success.',
};
const defaulted = {
  rule: 'rejection-becomes-default',
  severity: 'warning' as const,
  message: 'Every rejection becomes a default value, the expected and the unexpected alike.',
};

/** The statement around a call chain. */
function outermost(node: Expression) {
  let at = node.parent;
  while (
    ts.isCallExpression(at) ||
    ts.isPropertyAccessExpression(at) ||
    ts.isAwaitExpression(at) ||
    ts.isVoidExpression(at)
  ) {
    at = at.parent;
  }
  return at;
}

function commentsBefore(call: CallExpression, file: ScriptFile): boolean {
  const statement = outermost(call);
  const start = file.source.getLineAndCharacterOfPosition(statement.getStart(file.source)).line;
  const [above = '', own = ''] = file.text.split('\n').slice(Math.max(start - 1, 0), start + 1);
  return [above, own].some((line) => /(?:\/\/|\*)\s*\S+\s+\S+\s+\S+/.test(line));
}

function unreadOutcome(call: CallExpression): Problem | null {
  if (calleeOf(call) !== 'Promise.allSettled') return null;
  let at = call.parent;
  while (ts.isAwaitExpression(at) || ts.isParenthesizedExpression(at)) at = at.parent;
  if (!ts.isExpressionStatement(at)) return null;
  return {
    rule: 'settled-unread',
    severity: 'warning',
    message: 'allSettled never rejects, and nobody looks at what it returns.',
    suggestion: 'Look for rejected results, or use Promise.all.',
  };
}
