import { ts } from 'ts-morph';
import { bindingOf } from './declare-names.ts';
import type { SourceModel } from './source-model.ts';
import { nameOfProperty, textOf, unwrap } from './syntax.ts';

const maxHops = 5;

/** The text an expression always has, seen through constants and concatenation. */
export function constantText(
  expression: ts.Expression | undefined,
  model: SourceModel,
  hops = 0,
): string | undefined {
  if (expression === undefined || hops > maxHops) return undefined;
  const node = unwrap(expression);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = onlyValue(node, model);
    return value === undefined ? undefined : constantText(value, model, hops + 1);
  }
  if (ts.isPropertyAccessExpression(node)) {
    const value = memberValue(node, model);
    return value === undefined ? undefined : constantText(value, model, hops + 1);
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const left = constantText(node.left, model, hops + 1);
    const right = left === undefined ? undefined : constantText(node.right, model, hops + 1);
    return right === undefined ? undefined : `${left}${right}`;
  }
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map((span) => {
      const value = constantText(span.expression, model, hops + 1);
      return value === undefined ? undefined : value + span.literal.text;
    });
    return parts.includes(undefined) ? undefined : node.head.text + parts.join('');
  }
  return undefined;
}

/** True when an expression has the same value in every run. */
export function isConstant(
  expression: ts.Expression | undefined,
  model: SourceModel,
  hops = 0,
): boolean {
  if (expression === undefined) return true;
  if (hops > maxHops) return false;
  const node = unwrap(expression);
  const isSame = (inner: ts.Expression): boolean => isConstant(inner, model, hops + 1);
  switch (node.kind) {
    case ts.SyntaxKind.StringLiteral:
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
    case ts.SyntaxKind.NumericLiteral:
    case ts.SyntaxKind.RegularExpressionLiteral:
    case ts.SyntaxKind.TrueKeyword:
    case ts.SyntaxKind.FalseKeyword:
    case ts.SyntaxKind.NullKeyword:
      return true;
    default:
  }
  if (ts.isIdentifier(node)) {
    if (node.text === 'undefined' || node.text === '__dirname' || node.text === '__filename')
      return true;
    const value = onlyValue(node, model);
    return value !== undefined && isSame(value);
  }
  if (ts.isPropertyAccessExpression(node)) {
    const value = memberValue(node, model);
    return value !== undefined && isSame(value);
  }
  if (ts.isBinaryExpression(node)) return isSame(node.left) && isSame(node.right);
  if (ts.isConditionalExpression(node)) return isSame(node.whenTrue) && isSame(node.whenFalse);
  if (ts.isTemplateExpression(node))
    return node.templateSpans.every((span) => isSame(span.expression));
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isSame);
  if (ts.isPrefixUnaryExpression(node)) return isSame(node.operand);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every(
      (property) => ts.isPropertyAssignment(property) && isSame(property.initializer),
    );
  return false;
}

/** The value of a name that is written exactly once, outside of parameters. */
export function onlyValue(node: ts.Identifier, model: SourceModel): ts.Expression | undefined {
  const binding = bindingOf(node, model.names);
  if (binding === undefined || binding.kind === 'parameter' || binding.writes.length !== 1)
    return undefined;
  const write = binding.writes[0];
  return write?.how === 'whole' ? write.value : undefined;
}

/** The expressions a name was given, or the expression itself. */
export function valuesOf(expression: ts.Expression, model: SourceModel): readonly ts.Expression[] {
  const node = unwrap(expression);
  const binding = ts.isIdentifier(node) ? bindingOf(node, model.names) : undefined;
  if (binding === undefined || binding.writes.length === 0) return [node];
  return binding.writes.map(({ value }) => value);
}

/** The value of `this.x` or `object.x` that is written exactly once in the file. */
function memberValue(
  node: ts.PropertyAccessExpression,
  model: SourceModel,
): ts.Expression | undefined {
  const written = model.fields.get(textOf(node)) ?? [];
  const isThis = node.expression.kind === ts.SyntaxKind.ThisKeyword;
  const literal = isThis
    ? undefined
    : propertyValue(objectLiteralOf(node.expression, model), node.name.text);
  const values = literal === undefined ? written : [literal, ...written];
  return values.length === 1 ? values[0] : undefined;
}

/** The object literal behind an expression: itself, or the one its name was given. */
export function objectLiteralOf(
  expression: ts.Expression | undefined,
  model: SourceModel,
): ts.ObjectLiteralExpression | undefined {
  if (expression === undefined) return undefined;
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node)) return node;
  if (ts.isPropertyAccessExpression(node)) {
    const written = model.fields.get(textOf(node)) ?? [];
    const value = written.length === 1 && written[0] !== undefined ? unwrap(written[0]) : undefined;
    return value !== undefined && ts.isObjectLiteralExpression(value) ? value : undefined;
  }
  if (!ts.isIdentifier(node)) return undefined;
  const binding = bindingOf(node, model.names);
  for (const write of binding?.writes ?? []) {
    const value = unwrap(write.value);
    if (write.how === 'whole' && ts.isObjectLiteralExpression(value)) return value;
  }
  return undefined;
}

/** The value of one property of an object literal. */
export function propertyValue(
  object: ts.ObjectLiteralExpression | undefined,
  name: string,
): ts.Expression | undefined {
  for (const property of object?.properties ?? []) {
    if (property.name === undefined || nameOfProperty(property.name) !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}
