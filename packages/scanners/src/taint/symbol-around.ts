import { ts } from 'ts-morph';
import { isFunction, nameOfProperty } from './model/syntax.ts';

/** Names the functions and classes around a node, outermost first: `Class.method`. */
export function symbolAround(node: ts.Node): string | undefined {
  const names: string[] = [];
  for (let parent = node.parent; parent !== undefined; parent = parent.parent) {
    const name = nameOfScope(parent);
    if (name !== undefined) names.unshift(name);
  }
  return names.length === 0 ? undefined : names.join('.');
}

function nameOfScope(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (ts.isClassLike(node)) return node.name?.text;
  if (!isFunction(node)) return undefined;
  if (node.name !== undefined) return nameOfProperty(node.name);
  const owner = node.parent;
  if (
    ts.isVariableDeclaration(owner) ||
    ts.isPropertyAssignment(owner) ||
    ts.isPropertyDeclaration(owner)
  )
    return nameOfProperty(owner.name as ts.PropertyName);
  return undefined;
}
