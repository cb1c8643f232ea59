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

/** The constant parts of a composed text, with one blank for every part that is not. */
export function constantParts(node: ts.Expression): string {
  const inner = unwrap(node);
  if (ts.isStringLiteralLike(inner)) return inner.text;
  if (ts.isTemplateExpression(inner))
    return (
      inner.head.text +
      inner.templateSpans
        .map(
          (span) =>
            (ts.isStringLiteralLike(span.expression) ? span.expression.text : ' ') +
            span.literal.text,
        )
        .join('')
    );
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === Kind.PlusToken)
    return constantParts(inner.left) + constantParts(inner.right);
  return ' ';
}

/** The parts of a composed text that are no literals. */
export function openParts(node: ts.Expression): readonly ts.Expression[] {
  const inner = unwrap(node);
  if (ts.isStringLiteralLike(inner)) return [];
  if (ts.isTemplateExpression(inner)) return inner.templateSpans.map((span) => span.expression);
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === Kind.PlusToken)
    return [...openParts(inner.left), ...openParts(inner.right)];
  return [inner];
}

function hasText(node: ts.Expression): boolean {
  const inner = unwrap(node);
  if (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner)) return true;
  return ts.isBinaryExpression(inner) && (hasText(inner.left) || hasText(inner.right));
}
