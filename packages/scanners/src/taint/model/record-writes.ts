import { ts } from 'ts-morph';
import type { Write } from './binding.ts';
import type { Collected } from './collect-nodes.ts';
import { bindingOf, declareGlobal } from './declare-names.ts';
import type { NameTable } from './source-model.ts';
import { nameOfProperty, textOf } from './syntax.ts';

const Kind = ts.SyntaxKind;

/**
 * Notes for every name which expressions give it a value: initialisers, assignments, destructuring,
 * loops, and values put into a member of it.
 */
export function recordWrites(
  nodes: Collected,
  names: NameTable,
  fields: Map<string, ts.Expression[]>,
): void {
  for (const node of nodes.declarations) {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined)
      writePattern(node.name, { at: node, value: node.initializer, how: 'whole' }, names);
    if (ts.isParameter(node) && node.initializer !== undefined && ts.isIdentifier(node.name))
      writePattern(node.name, { at: node, value: node.initializer, how: 'whole' }, names);
    if (ts.isPropertyDeclaration(node) && node.initializer !== undefined)
      addField(`this.${nameOfProperty(node.name) ?? ''}`, node.initializer, fields);
  }
  for (const node of nodes.loops) {
    if (!ts.isVariableDeclarationList(node.initializer)) continue;
    for (const declaration of node.initializer.declarations)
      writePattern(
        declaration.name,
        { at: declaration, value: node.expression, how: 'element' },
        names,
      );
  }
  for (const node of nodes.assignments) writeTarget(node, names, fields);
}

function writeTarget(
  node: ts.BinaryExpression,
  names: NameTable,
  fields: Map<string, ts.Expression[]>,
): void {
  const { left, right } = node;
  const isAppend = node.operatorToken.kind === Kind.PlusEqualsToken;
  if (ts.isIdentifier(left)) {
    const binding = bindingOf(left, names) ?? declareGlobal(left, left.getSourceFile(), names);
    binding.writes.push({ at: node, value: right, how: isAppend ? 'append' : 'whole' });
    return;
  }
  if (ts.isObjectLiteralExpression(left)) {
    for (const property of left.properties) {
      if (!ts.isShorthandPropertyAssignment(property)) continue;
      const write: Write = { at: node, value: right, how: 'member', member: property.name.text };
      bindingOf(property.name, names)?.writes.push(write);
    }
    return;
  }
  if (!ts.isPropertyAccessExpression(left) && !ts.isElementAccessExpression(left)) return;
  if (ts.isPropertyAccessExpression(left)) addField(textOf(left), right, fields);
  let root: ts.Expression = left;
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root))
    root = root.expression;
  if (ts.isIdentifier(root))
    bindingOf(root, names)?.writes.push({ at: node, value: right, how: 'into' });
}

function writePattern(name: ts.BindingName, write: Write, names: NameTable): void {
  if (ts.isIdentifier(name)) {
    bindingOf(name, names)?.writes.push(write);
    return;
  }
  const isObject = ts.isObjectBindingPattern(name);
  for (const element of name.elements) {
    if (ts.isOmittedExpression(element)) continue;
    const member = isObject
      ? nameOfProperty(element.propertyName ?? (element.name as ts.Identifier))
      : undefined;
    const isMember = member !== undefined && element.dotDotDotToken === undefined;
    const { at, value } = write;
    const inner: Write = isMember
      ? { at, value, how: 'member', member }
      : { at, value, how: 'element' };
    writePattern(element.name, write.how === 'whole' ? inner : write, names);
  }
}

function addField(key: string, value: ts.Expression, fields: Map<string, ts.Expression[]>): void {
  const values = fields.get(key);
  if (values === undefined) fields.set(key, [value]);
  else values.push(value);
}
