import { type Node, ts } from './typescript.ts';

/** Path of the named declarations around a node, outermost first (`Class.method`), if any. */
export function symbolAt(node: Node): string | undefined {
  const names: string[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = at.parent) {
    const name = declaredName(at);
    if (name !== undefined) names.unshift(name);
  }
  return names.length > 0 ? names.join('.') : undefined;
}

/** Name that a function, class or variable holding a function gives to what is inside of it. */
export function declaredName(node: Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isModuleDeclaration(node)) {
    return node.name?.getText() ?? nameFromHolder(node);
  }
  return undefined;
}

function nameFromHolder(node: Node): string | undefined {
  const holder = node.parent;
  if (holder === undefined) return undefined;
  const holds = ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder);
  return holds || ts.isPropertyDeclaration(holder) ? holder.name.getText() : undefined;
}
