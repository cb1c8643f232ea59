import { ts } from 'ts-morph';
import { isConstant } from '../model/constant.ts';
import { bindingOf } from '../model/declare-names.ts';
import type { SourceModel } from '../model/source-model.ts';
import { textOf, unwrap } from '../model/syntax.ts';

const Kind = ts.SyntaxKind;
const maxHops = 3;
const maxDepth = 12;
const maxWrites = 12;
const maxParts = 200;

/** True when an expression is a text put together at run time: template, `+`, `+=`, `concat`. */
export function isComposed(expression: ts.Expression, model: SourceModel, hops = 0): boolean {
  const node = unwrap(expression);
  if (hops > maxHops) return false;
  if (ts.isTemplateExpression(node)) return !isConstant(node, model);
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === Kind.PlusToken && hasText(node) && !isConstant(node, model);
  if (ts.isCallExpression(node)) {
    const callee = node.expression;
    if (!ts.isPropertyAccessExpression(callee)) return false;
    if (callee.name.text === 'concat')
      return hasText(callee.expression) && !isConstant(node, model);
    const isFormat = /^util\.format$/.test(textOf(callee));
    return isFormat && !node.arguments.every((argument) => isConstant(argument, model));
  }
  if (!ts.isIdentifier(node)) return false;
  const binding = bindingOf(node, model.names);
  return (
    binding?.writes
      .slice(0, maxWrites)
      .some(
        (write) =>
          (write.how === 'append' && !isConstant(write.value, model)) ||
          (write.how === 'whole' && isComposed(write.value, model, hops + 1)),
      ) === true
  );
}

/** A constant piece of a text, or the expression that gives a piece. */
export type TextPart = string | ts.Expression;

/** The parts of a composed text in order, seen through names that are given text and appended to. */
export function partsOf(
  node: ts.Expression,
  model: SourceModel,
  hops = 0,
  budget = { left: maxParts },
): readonly TextPart[] {
  const inner = unwrap(node);
  const all = (nodes: readonly ts.Expression[]): readonly TextPart[] =>
    nodes.flatMap((part) => partsOf(part, model, hops + 1, budget));
  budget.left -= 1;
  if (ts.isStringLiteralLike(inner)) return [inner.text];
  if (hops > maxDepth || budget.left < 0) return [inner];
  if (ts.isTemplateExpression(inner))
    return [
      inner.head.text,
      ...inner.templateSpans.flatMap((span) => [...all([span.expression]), span.literal.text]),
    ];
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === Kind.PlusToken)
    return all([inner.left, inner.right]);
  if (ts.isCallExpression(inner)) return partsOfCall(inner, all) ?? [inner];
  return ts.isIdentifier(inner) ? partsOfName(inner, model, all) : [inner];
}

function partsOfCall(
  node: ts.CallExpression,
  all: (nodes: readonly ts.Expression[]) => readonly TextPart[],
): readonly TextPart[] | undefined {
  const callee = node.expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : textOf(callee);
  if (name === 'format' || name === 'sprintf') return all(node.arguments);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const receiver = unwrap(callee.expression);
  if (name === 'concat') return all([receiver, ...node.arguments]);
  return name === 'join' && ts.isArrayLiteralExpression(receiver)
    ? all(receiver.elements)
    : undefined;
}

function partsOfName(
  node: ts.Identifier,
  model: SourceModel,
  all: (nodes: readonly ts.Expression[]) => readonly TextPart[],
): readonly TextPart[] {
  const writes = bindingOf(node, model.names)?.writes ?? [];
  const isText = writes[0]?.how === 'whole' && hasText(writes[0].value);
  const isFollowed =
    isText &&
    writes.length <= maxWrites &&
    writes.every(({ how }) => how === 'whole' || how === 'append');
  return isFollowed ? all(writes.map(({ value }) => value)) : [node];
}

/** The constant parts of a composed text, with one blank for every part that is not. */
export function constantParts(node: ts.Expression, model: SourceModel): string {
  return partsOf(node, model)
    .map((part) => (typeof part === 'string' ? part : ' '))
    .join('');
}

/** True for literal text, and for what is put together from some. */
function hasText(node: ts.Expression): boolean {
  const inner = unwrap(node);
  if (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner)) return true;
  return ts.isBinaryExpression(inner) && (hasText(inner.left) || hasText(inner.right));
}
