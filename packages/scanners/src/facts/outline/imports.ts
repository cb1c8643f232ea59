import type { ScriptFile } from '../script-file.ts';
import { type Expression, type Node, ts } from '../typescript.ts';

export interface ImportFact {
  readonly specifier: string;
  readonly kind: 'import' | 'export' | 'dynamic' | 'require';
  /** True when nothing is left of it at run time. */
  readonly typeOnly: boolean;
  readonly line: number;
  /** Imported names; `*` for a whole namespace, `default` for the default export. */
  readonly names: readonly string[];
}

/** Every static or literal dynamic import, re-export and `require` of a file. */
export function importsOf(file: ScriptFile): readonly ImportFact[] {
  const facts: ImportFact[] = [];
  const add = (
    node: Node,
    specifier: Node | undefined,
    fact: Omit<ImportFact, 'specifier' | 'line'>,
  ) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    facts.push({ specifier: specifier.text, line: file.lineOf(node), ...fact });
  };
  for (const node of file.nodes('ImportDeclaration')) {
    const clause = node.importClause;
    const bindings = clause?.namedBindings;
    const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
    const names = [
      ...(clause?.name === undefined ? [] : ['default']),
      ...(bindings !== undefined && ts.isNamespaceImport(bindings) ? ['*'] : []),
      ...named.map((element) => (element.propertyName ?? element.name).text),
    ];
    const onlyTypes = named.length > 0 && names.length === named.length;
    const typeOnly =
      clause?.isTypeOnly === true || (onlyTypes && named.every((element) => element.isTypeOnly));
    add(node, node.moduleSpecifier, { kind: 'import', typeOnly, names });
  }
  for (const node of file.nodes('ExportDeclaration')) {
    const clause = node.exportClause;
    const named = clause !== undefined && ts.isNamedExports(clause) ? clause.elements : [];
    const names =
      named.length > 0 ? named.map((one) => (one.propertyName ?? one.name).text) : ['*'];
    add(node, node.moduleSpecifier, { kind: 'export', typeOnly: node.isTypeOnly, names });
  }
  for (const node of file.nodes('ImportEqualsDeclaration')) {
    const reference = node.moduleReference;
    const specifier = ts.isExternalModuleReference(reference) ? reference.expression : undefined;
    add(node, specifier, { kind: 'require', typeOnly: node.isTypeOnly, names: ['*'] });
  }
  for (const node of file.nodes('CallExpression')) {
    const kind = callKind(node.expression);
    if (kind !== null) add(node, node.arguments[0], { kind, typeOnly: false, names: ['*'] });
  }
  return facts.sort((a, b) => a.line - b.line);
}

function callKind(callee: Expression): 'dynamic' | 'require' | null {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return 'dynamic';
  return ts.isIdentifier(callee) && callee.text === 'require' ? 'require' : null;
}
