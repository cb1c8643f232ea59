import { ts } from 'ts-morph';
import type { Binding, FunctionNode, Parameter } from './binding.ts';
import type { NameTable } from './source-model.ts';
import { isFunction, nameOfProperty } from './syntax.ts';

const Kind = ts.SyntaxKind;

/** Enters every declared name of a file into the table, each in the scope that it is visible in. */
export function declareNames(
  declarations: readonly ts.Node[],
  sourceFile: ts.SourceFile,
  names: NameTable,
): void {
  for (const node of declarations) {
    if (ts.isVariableDeclaration(node)) declareVariable(node, names);
    else if (ts.isParameter(node)) declareParameter(node, names);
    else if (ts.isFunctionDeclaration(node) && node.name !== undefined)
      declare(node.name.text, 'function', node, blockScope(node.parent), names);
    else if (ts.isFunctionExpression(node) && node.name !== undefined)
      declare(node.name.text, 'function', node, node, names);
    else if (ts.isClassLike(node) && node.name !== undefined)
      declare(node.name.text, 'class', node, blockScope(node.parent), names);
    else if (ts.isImportDeclaration(node)) declareImports(node, sourceFile, names);
    else if (ts.isImportEqualsDeclaration(node)) declareImportEquals(node, sourceFile, names);
  }
}

/** Finds what an identifier stands for; an undeclared one stands for a global, or for nothing. */
export function bindingOf(identifier: ts.Identifier, names: NameTable): Binding | undefined {
  const known = names.resolved.get(identifier);
  if (known !== undefined || names.resolved.has(identifier)) return known;
  const found = lookUp(identifier, names);
  names.resolved.set(identifier, found);
  return found;
}

/** Enters a name that is written to without having been declared. */
export function declareGlobal(
  identifier: ts.Identifier,
  sourceFile: ts.SourceFile,
  names: NameTable,
): Binding {
  const binding = declare(identifier.text, 'global', identifier, sourceFile, names);
  names.resolved.set(identifier, binding);
  return binding;
}

function lookUp(identifier: ts.Identifier, names: NameTable): Binding | undefined {
  let node: ts.Node | undefined = identifier.parent;
  while (node !== undefined) {
    const found = names.scopes.get(node)?.get(identifier.text);
    if (found !== undefined) return found;
    node = node.parent;
  }
  return undefined;
}

function declareVariable(node: ts.VariableDeclaration, names: NameTable): void {
  const isBlockScoped =
    ts.isVariableDeclarationList(node.parent) &&
    (node.parent.flags & ts.NodeFlags.BlockScoped) !== 0;
  const scope = isBlockScoped ? blockScope(node.parent) : functionScope(node);
  for (const identifier of identifiersOf(node.name))
    declare(identifier.text, 'variable', node, scope, names, { type: node.type });
}

function declareParameter(node: ts.ParameterDeclaration, names: NameTable): void {
  const owner = node.parent;
  if (!isFunction(owner)) return;
  const index = owner.parameters.indexOf(node);
  if (ts.isIdentifier(node.name)) {
    const parameter = { of: owner, index, node };
    declare(node.name.text, 'parameter', node, owner, names, { parameter, type: node.type });
    return;
  }
  for (const element of node.name.elements) {
    if (ts.isOmittedExpression(element)) continue;
    const member = ts.isObjectBindingPattern(node.name)
      ? nameOfProperty(element.propertyName ?? (element.name as ts.Identifier))
      : '';
    for (const identifier of identifiersOf(element.name))
      declare(identifier.text, 'parameter', node, owner, names, {
        parameter: { of: owner, index, node, member: member ?? '' },
      });
  }
}

function declareImports(
  node: ts.ImportDeclaration,
  sourceFile: ts.SourceFile,
  names: NameTable,
): void {
  const clause = node.importClause;
  if (clause === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return;
  const module = moduleName(node.moduleSpecifier.text);
  const enter = (name: ts.Identifier, member: string): void => {
    const imported = member === '' || member === 'default' ? `${module}:` : `${module}:${member}`;
    declare(name.text, 'import', node, sourceFile, names, { imported });
  };
  if (clause.name !== undefined) enter(clause.name, '');
  const bindings = clause.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) enter(bindings.name, '');
  else
    for (const element of bindings.elements)
      enter(element.name, (element.propertyName ?? element.name).text);
}

function declareImportEquals(
  node: ts.ImportEqualsDeclaration,
  sourceFile: ts.SourceFile,
  names: NameTable,
): void {
  const reference = node.moduleReference;
  if (!ts.isExternalModuleReference(reference) || !ts.isStringLiteral(reference.expression)) return;
  const imported = `${moduleName(reference.expression.text)}:`;
  declare(node.name.text, 'import', node, sourceFile, names, { imported });
}

/** The name of a module without the `node:` prefix. */
export function moduleName(specifier: string): string {
  return specifier.startsWith('node:') ? specifier.slice('node:'.length) : specifier;
}

function declare(
  name: string,
  kind: Binding['kind'],
  declaration: ts.Node,
  scope: ts.Node,
  names: NameTable,
  more: { imported?: string; parameter?: Parameter; type?: ts.TypeNode | undefined } = {},
): Binding {
  const scopeNames = names.scopes.get(scope) ?? new Map<string, Binding>();
  names.scopes.set(scope, scopeNames);
  const known = scopeNames.get(name);
  if (known !== undefined && kind === 'variable') return known;
  const { type, ...rest } = more;
  const binding: Binding = {
    name,
    kind,
    declaration,
    writes: known?.writes ?? [],
    ...rest,
    ...(type === undefined ? {} : { type }),
  };
  scopeNames.set(name, binding);
  return binding;
}

/** Every identifier a pattern introduces. */
function identifiersOf(name: ts.BindingName): readonly ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : identifiersOf(element.name),
  );
}

function functionScope(node: ts.Node): FunctionNode | ts.SourceFile | ts.Node {
  let parent = node.parent;
  while (parent.parent !== undefined && !isFunction(parent)) parent = parent.parent;
  return parent;
}

function blockScope(node: ts.Node): ts.Node {
  let scope = node;
  while (scope.parent !== undefined) {
    switch (scope.kind) {
      case Kind.Block:
      case Kind.CaseBlock:
      case Kind.ModuleBlock:
      case Kind.ForStatement:
      case Kind.ForOfStatement:
      case Kind.ForInStatement:
      case Kind.CatchClause:
        return scope;
      default:
        if (isFunction(scope)) return scope;
        scope = scope.parent;
    }
  }
  return scope;
}
