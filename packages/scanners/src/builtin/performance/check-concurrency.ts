import { contains, functionAround, mentions } from '../../facts/enclosing.ts';
import { walkOwn } from '../../facts/outline/functions.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type AwaitExpression, type Block, type NodeKinds, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

/** Loops that await one independent item after the other. */
export const checkConcurrency: BuiltinCheck = {
  id: 'check_concurrency',
  aliases: ['parallelizes_independent_awaits'],
  script: { ForOfStatement: look },
  python: { PERF: { severity: 'info' }, ASYNC: { severity: 'warning' } },
};

function look(loop: NodeKinds['ForOfStatement'], file: ScriptFile): void {
  if (loop.awaitModifier !== undefined || file.isTest || !ts.isBlock(loop.statement)) return;
  const awaits = ownAwaits(loop.statement);
  const [first] = awaits;
  if (first === undefined || leavesEarly(loop.statement) || isOrdered(loop, file)) return;
  if (functionAround(loop) === null) return;
  if (!usesItem(loop, first) || carriesState(loop)) return;
  const [only, ...others] = loop.statement.statements;
  const single =
    only !== undefined &&
    others.length === 0 &&
    ts.isExpressionStatement(only) &&
    ts.isAwaitExpression(only.expression);
  file.report(first, {
    rule: 'serial-await',
    severity: single ? 'warning' : 'info',
    message: 'Each turn of the loop waits for the one before, although the items look independent.',
    suggestion: 'Start all with map and await Promise.all, with a limit when there may be many.',
  });
}

function ownAwaits(block: Block): AwaitExpression[] {
  const found: AwaitExpression[] = [];
  walkOwn(block, (node) => {
    if (ts.isAwaitExpression(node)) found.push(node);
  });
  return found.sort((a, b) => a.pos - b.pos);
}

function leavesEarly(block: Block): boolean {
  let leaves = false;
  walkOwn(block, (node) => {
    leaves ||=
      ts.isBreakStatement(node) ||
      ts.isContinueStatement(node) ||
      ts.isReturnStatement(node) ||
      ts.isThrowStatement(node) ||
      ts.isTryStatement(node);
  });
  return leaves;
}

/** Somebody says, or the names say, that order matters. */
function isOrdered(loop: NodeKinds['ForOfStatement'], file: ScriptFile): boolean {
  const around = file.text.slice(loop.pos, loop.statement.getStart(file.source) + 200);
  return /sequen|serial|in order|one (?:by|after|at)|ordered|rate.?limit|migrat|step|stage|phase|queue|middleware|hook|plugin|transaction|\btx\b|\btrx\b|lock|delay|sleep|throttl/i.test(
    around,
  );
}

function usesItem(loop: NodeKinds['ForOfStatement'], first: AwaitExpression): boolean {
  const names = boundNames(loop);
  return names.some((name) => mentions(first, name));
}

function boundNames(loop: NodeKinds['ForOfStatement']): string[] {
  const names: string[] = [];
  contains(loop.initializer, (node) => {
    if (ts.isIdentifier(node)) names.push(node.text);
    return false;
  });
  return names;
}

/** A variable of outside that the loop reads and writes makes the turns depend on each other. */
function carriesState(loop: NodeKinds['ForOfStatement']): boolean {
  return contains(loop.statement, (node) => {
    if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) {
      return (
        node.operator === ts.SyntaxKind.PlusPlusToken ||
        node.operator === ts.SyntaxKind.MinusMinusToken
      );
    }
    if (!ts.isBinaryExpression(node) || !ts.isIdentifier(node.left)) return false;
    const operator = node.operatorToken.kind;
    return operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment;
  });
}
