import { ts } from 'ts-morph';
import type { Binding } from '../model/binding.ts';
import { isConstant } from '../model/constant.ts';
import { bindingOf } from '../model/declare-names.ts';
import type { SourceModel } from '../model/source-model.ts';
import { textOf, unwrap } from '../model/syntax.ts';
import type { Flow } from './flow.ts';
import { claimsOf } from './guard-claims.ts';

const Kind = ts.SyntaxKind;

/** One test of a value somewhere in the file. */
export interface Guard {
  /** The tested expression as written, for example `req.query.id`. */
  readonly reference: string;
  readonly condition: ts.Expression;
  /** The outcome of the condition under which the value is harmless. */
  readonly safeWhen: boolean;
  readonly safeFor: number;
}

/** Guards by the name that the tested expression starts with. */
export type Guards = ReadonlyMap<Binding, readonly Guard[]>;

/** Mask of the harm that tests around or before a use rule out. */
export function guardedAgainst(use: ts.Expression, flow: Flow): number {
  const root = rootOf(use);
  const binding = root === undefined ? undefined : bindingOf(root, flow.model.names);
  if (binding === undefined) return 0;
  flow.guards ??= readGuards(flow.model);
  const guards = flow.guards.get(binding);
  if (guards === undefined) return 0;
  const text = textOf(use);
  let mask = 0;
  for (const guard of guards) {
    const isAbout = text === guard.reference || text.startsWith(`${guard.reference}.`);
    if (isAbout && holdsAt(use, guard)) mask |= guard.safeFor;
  }
  return mask;
}

function readGuards(model: SourceModel): Guards {
  const guards = new Map<Binding, Guard[]>();
  for (const condition of model.conditions)
    for (const claim of claimsOf(condition, (node) => isConstant(node, model))) {
      for (const reference of [claim.reference, ...sourcesOf(claim.reference, model)]) {
        const root = rootOf(reference);
        const binding = root === undefined ? undefined : bindingOf(root, model.names);
        if (binding === undefined) continue;
        const { safeWhen, safeFor } = claim;
        const guard = { reference: textOf(reference), condition, safeWhen, safeFor };
        const known = guards.get(binding);
        if (known === undefined) guards.set(binding, [guard]);
        else known.push(guard);
      }
    }
  return guards;
}

/** What a tested name was made from: a test of the host of `new URL(x)` is a test of `x`. */
function sourcesOf(reference: ts.Expression, model: SourceModel): readonly ts.Expression[] {
  if (!ts.isIdentifier(reference)) return [];
  const write = bindingOf(reference, model.names)?.writes[0];
  if (write === undefined) return [];
  const value = unwrap(write.value);
  const inner = ts.isPropertyAccessExpression(value) ? unwrap(value.expression) : value;
  if (!ts.isNewExpression(inner) || textOf(inner.expression) !== 'URL') return [];
  const argument = inner.arguments?.[0];
  return argument === undefined ? [] : [argument];
}

function rootOf(expression: ts.Expression): ts.Identifier | undefined {
  let node = unwrap(expression);
  while (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    node = unwrap(node.expression);
  return ts.isIdentifier(node) ? node : undefined;
}

/** True when the use is reached only with the outcome that makes the value harmless. */
function holdsAt(use: ts.Node, guard: Guard): boolean {
  const owner = guard.condition.parent;
  if (ts.isIfStatement(owner)) {
    if (isWithin(use, owner.thenStatement)) return guard.safeWhen;
    if (owner.elseStatement !== undefined && isWithin(use, owner.elseStatement))
      return !guard.safeWhen;
    if (use.pos < owner.end || !isWithin(use, owner.parent)) return false;
    return guard.safeWhen
      ? owner.elseStatement !== undefined && leaves(owner.elseStatement)
      : leaves(owner.thenStatement);
  }
  if (ts.isConditionalExpression(owner))
    return isWithin(use, guard.safeWhen ? owner.whenTrue : owner.whenFalse);
  if (ts.isBinaryExpression(owner))
    return (
      isWithin(use, owner.right) &&
      guard.safeWhen === (owner.operatorToken.kind === Kind.AmpersandAmpersandToken)
    );
  if (ts.isExpressionStatement(owner) || ts.isCallExpression(owner))
    return use.pos >= owner.end && isWithin(use, owner.parent.parent);
  return ts.isSwitchStatement(owner) && isWithin(use, owner.caseBlock) && isUnderCase(use, owner);
}

function isUnderCase(use: ts.Node, owner: ts.SwitchStatement): boolean {
  return owner.caseBlock.clauses.some((clause) => ts.isCaseClause(clause) && isWithin(use, clause));
}

function isWithin(inner: ts.Node, outer: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

/** True when nothing after the statement runs once it has run. */
function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  if (last === undefined) return false;
  switch (last.kind) {
    case Kind.ReturnStatement:
    case Kind.ThrowStatement:
    case Kind.ContinueStatement:
    case Kind.BreakStatement:
      return true;
    default:
      return ts.isExpressionStatement(last) && /^process\.exit\b/.test(textOf(last));
  }
}
