import { dottedName } from '../../facts/callee.ts';
import { contains, repetitionAround, repetitionsAround } from '../../facts/enclosing.ts';
import type { ScriptFile } from '../../facts/script-file.ts';
import { type CallExpression, type Node, ts } from '../../facts/typescript.ts';
import type { BuiltinCheck } from '../check.ts';

const searches = new Set([
  'includes',
  'indexOf',
  'lastIndexOf',
  'find',
  'findIndex',
  'some',
  'filter',
]);

/** Linear work inside of a loop over a collection of the same scale. */
export const avoidsQuadraticLoops: BuiltinCheck = {
  id: 'avoids_quadratic_loops',
  lint: {
    'oxc/no-accumulating-spread': { severity: 'warning', only: 'product' },
    'unicorn/prefer-array-flat-map': { severity: 'info' },
  },
  script: { CallExpression: look },
};

function look(call: CallExpression, file: ScriptFile): void {
  if (file.isTest || !ts.isPropertyAccessExpression(call.expression)) return;
  const receiver = call.expression.expression;
  if (!searches.has(call.expression.name.text) || !ts.isIdentifier(receiver)) return;
  const loop = repetitionAround(call);
  if (loop === null || declaredWithin(loop.node, receiver.text)) return;
  const grows = pushesTo(loop.node, receiver.text);
  const isItself = repetitionsAround(call).some(
    (one) => one.over !== null && dottedName(one.over) === receiver.text,
  );
  if (!grows && !isItself) return;
  if (!isArray(file, receiver.text) && !grows) return;
  file.report(call.expression.name, {
    rule: 'search-in-loop',
    severity: 'warning',
    message: grows
      ? `"${receiver.text}" grows in this loop and is searched from its start on every turn.`
      : `"${receiver.text}" is searched from its start for each of its own elements.`,
    suggestion: 'Keep a Set or a Map beside the loop and look the key up.',
  });
}

function pushesTo(loop: Node, name: string): boolean {
  return contains(
    loop,
    (node) =>
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^(?:push|unshift)$/.test(node.expression.name.text) &&
      ts.isIdentifier(node.expression.expression) &&
      node.expression.expression.text === name,
  );
}

function declaredWithin(loop: Node, name: string): boolean {
  return contains(
    loop,
    (node) =>
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name) &&
      node.name.text === name,
  );
}

/** Declared in the file as an array, by its type or its value; a short literal is no collection. */
function isArray(file: ScriptFile, name: string): boolean {
  return contains(file.source, (node) => {
    if (!ts.isVariableDeclaration(node) && !ts.isParameter(node)) return false;
    if (!ts.isIdentifier(node.name) || node.name.text !== name) return false;
    const type = node.type?.getText(file.source) ?? '';
    if (/\[\]$|^(?:Readonly)?Array</.test(type)) return true;
    const value = node.initializer;
    if (value === undefined) return false;
    if (ts.isArrayLiteralExpression(value))
      return value.elements.length === 0 || value.elements.length > 20;
    return /\.(?:map|filter|flatMap|split|slice|concat|sort)\([\s\S]*\)$|^Object\.(?:keys|values|entries)\(|^Array\.from\(/.test(
      value.getText(file.source),
    );
  });
}
