import { Project, QuoteKind, SyntaxKind } from 'ts-morph';

/**
 * Adds an import and an element of an exported array to a registry file, keeping everything else.
 *
 * @param {import('nx/src/generators/tree').Tree} tree
 * @param {{ file: string, array: string, name: string, from: string }} entry
 */
export function register(tree, { file, array, name, from }) {
  const text = tree.read(file, 'utf8');
  if (text === null) throw new Error(`${file} is missing`);
  const project = new Project({
    useInMemoryFileSystem: true,
    manipulationSettings: { quoteKind: QuoteKind.Single },
  });
  const source = project.createSourceFile(file, text);
  const list = source
    .getVariableDeclarationOrThrow(array)
    .getInitializerIfKindOrThrow(SyntaxKind.ArrayLiteralExpression);
  if (list.getElements().some((element) => element.getText() === name))
    throw new Error(`${file} has ${name} already`);
  list.addElement(name);
  source.addImportDeclaration({ namedImports: [name], moduleSpecifier: from });
  tree.write(file, source.getFullText());
}
