import { ts } from 'ts-morph';
import type { Binding } from './binding.ts';
import { bindingOf, moduleName } from './declare-names.ts';
import type { SourceModel } from './source-model.ts';
import { textOf, unwrap } from './syntax.ts';

const maxHops = 5;
const wrappers = new Set(['promisify', 'promisifyAll', 'thenifyAll', 'thenify', 'pify']);

/**
 * Says what an expression is called, seen through imports, `require`, aliases and instances.
 *
 * `const { exec: run } = require('node:child_process'); run` is `child_process:exec`;
 * `new Pool().query` is `pg:Pool().query`; a parameter `db: Pool` gives `pg:Pool().query` as well.
 * What cannot be traced keeps its own text: `res.send`, `document.write`, `this.x.y`; what has no
 * name at all is `?`.
 */
export function nameOf(expression: ts.Expression, model: SourceModel, hops = 0): string {
  const node = unwrap(expression);
  if (hops > maxHops) return '?';
  if (ts.isIdentifier(node)) return nameOfIdentifier(node, model, hops);
  if (ts.isPropertyAccessExpression(node))
    return join(nameOfReceiver(node, model, hops), node.name.text);
  if (ts.isElementAccessExpression(node)) {
    const key = node.argumentExpression;
    return join(
      nameOf(node.expression, model, hops),
      ts.isStringLiteralLike(key) ? key.text : '[]',
    );
  }
  if (ts.isCallExpression(node)) return nameOfCall(node, model, hops);
  if (ts.isNewExpression(node)) return `${nameOf(node.expression, model, hops + 1)}()`;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this';
  if (node.kind === ts.SyntaxKind.SuperKeyword) return 'super';
  if (node.kind === ts.SyntaxKind.ImportKeyword) return 'import';
  return '?';
}

/** The part of a name behind the last dot or colon. */
export function lastName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

function nameOfReceiver(
  node: ts.PropertyAccessExpression,
  model: SourceModel,
  hops: number,
): string {
  const receiver = unwrap(node.expression);
  if (ts.isPropertyAccessExpression(receiver) || receiver.kind === ts.SyntaxKind.ThisKeyword) {
    const field = ts.isPropertyAccessExpression(receiver) ? nameOfField(receiver, model, hops) : '';
    if (field !== '') return field;
  }
  return nameOf(receiver, model, hops);
}

/** What was assigned to a field anywhere in the file, or its declared type. */
function nameOfField(node: ts.PropertyAccessExpression, model: SourceModel, hops: number): string {
  if (node.expression.kind !== ts.SyntaxKind.ThisKeyword) return '';
  for (const value of model.fields.get(`this.${node.name.text}`) ?? []) {
    const name = nameOf(value, model, hops + 1);
    if (name.includes(':')) return name;
  }
  const type = model.fieldTypes.get(node.name.text);
  return type === undefined ? '' : nameOfType(type, model);
}

function nameOfCall(node: ts.CallExpression, model: SourceModel, hops: number): string {
  const argument = node.arguments[0];
  const required = requiredModule(node);
  if (required !== undefined) return `${required}:`;
  const callee = nameOf(node.expression, model, hops + 1);
  if (argument !== undefined && wrappers.has(lastName(callee)))
    return nameOf(argument, model, hops + 1);
  return `${callee}()`;
}

/** The module named by `require('x')` or `import('x')`. */
function requiredModule(node: ts.CallExpression): string | undefined {
  const isLoad =
    node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(node.expression) && node.expression.text === 'require');
  const argument = node.arguments[0];
  if (!isLoad || argument === undefined || !ts.isStringLiteralLike(argument)) return undefined;
  return moduleName(argument.text);
}

function nameOfIdentifier(node: ts.Identifier, model: SourceModel, hops: number): string {
  const binding = bindingOf(node, model.names);
  if (binding === undefined) return node.text;
  if (binding.imported !== undefined) return binding.imported;
  if (binding.type !== undefined) {
    const name = nameOfType(binding.type, model);
    if (name.includes(':')) return name;
  }
  return nameOfWrites(binding, model, hops) ?? node.text;
}

/** Only a name that leads to a module is worth more than the variable's own. */
function nameOfWrites(binding: Binding, model: SourceModel, hops: number): string | undefined {
  for (const write of binding.writes.slice(0, 3)) {
    if (write.how !== 'whole' && write.how !== 'member') continue;
    const value = nameOf(write.value, model, hops + 1);
    if (!value.includes(':')) continue;
    return write.how === 'member' ? join(value, write.member ?? '[]') : value;
  }
  return undefined;
}

function nameOfType(type: ts.TypeNode, model: SourceModel): string {
  if (!ts.isTypeReferenceNode(type)) return '';
  const first = ts.isQualifiedName(type.typeName) ? type.typeName.left : type.typeName;
  if (!ts.isIdentifier(first)) return textOf(type.typeName);
  const binding = bindingOf(first, model.names);
  const root = binding?.imported ?? first.text;
  const name = ts.isQualifiedName(type.typeName) ? join(root, type.typeName.right.text) : root;
  return binding?.imported === undefined ? name : `${name}()`;
}

function join(receiver: string, member: string): string {
  if (member === 'default') return receiver;
  return receiver.endsWith(':') ? receiver + member : `${receiver}.${member}`;
}
