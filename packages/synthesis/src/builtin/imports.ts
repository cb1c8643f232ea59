import { ts } from 'ts-morph';
import type { TextEdit } from './codemod.ts';

/** The edits that bring a named import into a module that lacks it. */
export function importOf(source: ts.SourceFile, name: string, module: string): readonly TextEdit[] {
  if (specifiersOf(source).some((it) => it.name.text === name)) return [];
  const siblings = specifiersOf(source).filter((it) => sameModule(moduleOf(it), module));
  const last = siblings.at(-1);
  if (last) return [{ start: last.end, end: last.end, text: `, ${name}` }];
  const line = source.text.includes('\r\n') ? '\r\n' : '\n';
  const first = source.statements[0];
  const at = first ? first.getStart(source) : 0;
  return [{ start: at, end: at, text: `import { ${name} } from '${module}';${line}` }];
}

/**
 * The edits after which `newName` is imported and `oldName` only if something still uses it.
 *
 * @param usesLeft uses of the old name that stay in the code
 */
export function swapImport(
  source: ts.SourceFile,
  change: {
    readonly oldName: string;
    readonly newName: string;
    readonly newModule: string;
    readonly usesLeft: number;
  },
): readonly TextEdit[] {
  const { oldName, newName, newModule, usesLeft } = change;
  const old = specifiersOf(source).find((it) => it.name.text === oldName);
  const isImported = specifiersOf(source).some((it) => it.name.text === newName);
  if (!old || usesLeft > 0 || isImported) return importOf(source, newName, newModule);
  if (sameModule(moduleOf(old), newModule))
    return [{ start: old.getStart(source), end: old.end, text: newName }];
  const declaration = declarationOf(old);
  const isAlone = declaration !== null && old.parent.elements.length === 1;
  const hasHome = specifiersOf(source).some((it) => sameModule(moduleOf(it), newModule));
  if (!isAlone || hasHome) return importOf(source, newName, newModule);
  return [
    {
      start: declaration.getStart(source),
      end: declaration.end,
      text: `import { ${newName} } from '${newModule}';`,
    },
  ];
}

/** How often an identifier stands in a file outside of import declarations. */
export function usesOf(source: ts.SourceFile, name: string): number {
  let uses = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node) && node.text === name) uses += 1;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return uses;
}

function specifiersOf(source: ts.SourceFile): readonly ts.ImportSpecifier[] {
  return source.statements.filter(ts.isImportDeclaration).flatMap((node) => {
    const bindings = node.importClause?.namedBindings;
    const isTypeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return bindings && ts.isNamedImports(bindings) && !isTypeOnly ? [...bindings.elements] : [];
  });
}

function declarationOf(specifier: ts.ImportSpecifier): ts.ImportDeclaration | null {
  const { parent } = specifier.parent.parent;
  return ts.isImportDeclaration(parent) && !parent.importClause?.name ? parent : null;
}

function moduleOf(specifier: ts.ImportSpecifier): string {
  const { parent } = specifier.parent.parent;
  return ts.isImportDeclaration(parent) && ts.isStringLiteral(parent.moduleSpecifier)
    ? parent.moduleSpecifier.text
    : '';
}

function sameModule(a: string, b: string): boolean {
  return a.replace(/^node:/, '') === b.replace(/^node:/, '');
}
