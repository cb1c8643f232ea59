import { ts } from 'ts-morph';
import { isConstant } from '../model/constant.ts';
import { bindingOf } from '../model/declare-names.ts';
import type { SourceModel } from '../model/source-model.ts';
import { textOf, unwrap } from '../model/syntax.ts';

const Kind = ts.SyntaxKind;
const maxHops = 3;

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
    binding?.writes.some(
      (write) =>
        (write.how === 'append' && !isConstant(write.value, model)) ||
        (write.how === 'whole' && isComposed(write.value, model, hops + 1)),
    ) === true
  );
}

/** The parts of a composed text in order: constant text, or the expression that gives it. */
export function partsOf(
  node: ts.Expression,
  model: SourceModel,
): readonly (string | ts.Expression)[] {
  const inner = unwrap(node);
  const all = (nodes: readonly ts.Expression[]): readonly (string | ts.Expression)[] =>
    nodes.flatMap((part) => partsOf(part, model));
  if (ts.isStringLiteralLike(inner)) return [inner.text];
  if (ts.isTemplateExpression(inner))
    return [
      inner.head.text,
      ...inner.templateSpans.flatMap((span) => [...all([span.expression]), span.literal.text]),
    ];
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === Kind.PlusToken)
    return all([inner.left, inner.right]);
  if (ts.isCallExpression(inner)) {
    const callee = inner.expression;
    const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : textOf(callee);
    const receiver = ts.isPropertyAccessExpression(callee) ? unwrap(callee.expression) : undefined;
    if (name === 'format' || name === 'sprintf') return all(inner.arguments);
    if (name === 'concat' && receiver !== undefined) return all([receiver, ...inner.arguments]);
    if (name === 'join' && receiver !== undefined && ts.isArrayLiteralExpression(receiver))
      return all(receiver.elements);
  }
  const text = ts.isIdentifier(inner) ? firstText(inner, model) : undefined;
  return text === undefined ? [inner] : [text, inner];
}

/** The constant parts of a composed text, with one blank for every part that is not. */
export function constantParts(node: ts.Expression, model: SourceModel): string {
  return partsOf(node, model)
    .map((part) => (typeof part === 'string' ? part : ' '))
    .join('');
}

/** What a text starts with that is appended to later. */
function firstText(node: ts.Identifier, model: SourceModel): string | undefined {
  const first = bindingOf(node, model.names)?.writes[0];
  if (first?.how !== 'whole') return undefined;
  const value = unwrap(first.value);
  return ts.isStringLiteralLike(value) ? value.text : undefined;
}

function hasText(node: ts.Expression): boolean {
  const inner = unwrap(node);
  if (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner)) return true;
  return ts.isBinaryExpression(inner) && (hasText(inner.left) || hasText(inner.right));
}
