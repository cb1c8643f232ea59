import { oneLine } from '../one-line.ts';
import type { ScriptFile } from '../script-file.ts';
import { type ClassLike, type FunctionLike, type Node, type Statement, ts } from '../typescript.ts';

export interface ExportFact {
  /** Exported name; `default`, or `* from ./x` for a whole module. */
  readonly name: string;
  readonly kind:
    | 'function'
    | 'class'
    | 'interface'
    | 'type'
    | 'enum'
    | 'value'
    | 'module'
    | 're-export';
  /** Shape without names of parameters; equal shapes are interchangeable for a caller. */
  readonly signature: string;
  readonly line: number;
  readonly documented: boolean;
}

/** Everything that a module exports, with its normalised shape. */
export function exportsOf(file: ScriptFile): readonly ExportFact[] {
  const locals = new Map<string, ExportFact>();
  for (const statement of file.source.statements) {
    for (const fact of declared(file, statement)) locals.set(fact.name, fact);
  }
  return file.source.statements.flatMap((statement) => exported(file, statement, locals));
}

function exported(
  file: ScriptFile,
  statement: Statement,
  locals: ReadonlyMap<string, ExportFact>,
): ExportFact[] {
  const line = file.lineOf(statement);
  const other = { signature: '', line, documented: true };
  if (ts.isExportAssignment(statement)) {
    return [{ name: 'default', kind: 'value', ...other }];
  }
  if (ts.isExportDeclaration(statement)) {
    const from = statement.moduleSpecifier?.getText(file.source).slice(1, -1);
    const clause = statement.exportClause;
    if (clause === undefined) return [{ name: `* from ${from ?? ''}`, kind: 'module', ...other }];
    if (ts.isNamespaceExport(clause)) return [{ name: clause.name.text, kind: 'module', ...other }];
    return clause.elements.map((element) => {
      const local =
        from === undefined ? locals.get((element.propertyName ?? element.name).text) : undefined;
      const fact = local ?? { kind: 're-export' as const, ...other };
      return { ...fact, name: element.name.text, line: file.lineOf(element) };
    });
  }
  const commonJs = commonJsExports(file, statement);
  if (commonJs.length > 0)
    return commonJs.map((name) => ({ name, kind: 'value' as const, ...other }));
  if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return [];
  const isDefault = hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
  return declared(file, statement).map((fact) => (isDefault ? { ...fact, name: 'default' } : fact));
}

function declared(file: ScriptFile, statement: Statement): ExportFact[] {
  const line = file.lineOf(statement);
  const documented = /^\s*\/\*\*/.test(
    file.text
      .slice(statement.pos, statement.getStart(file.source))
      .replace(/^(?:\s*\/\/.*\n)+/, ''),
  );
  const fact = (
    kind: ExportFact['kind'],
    name: string | undefined,
    signature: string,
  ): ExportFact[] => [{ name: name ?? 'default', kind, signature, line, documented }];
  if (ts.isFunctionDeclaration(statement)) {
    return fact('function', statement.name?.text, signatureOf(statement));
  }
  if (ts.isClassDeclaration(statement)) {
    return fact('class', statement.name?.text, membersOf(statement));
  }
  if (ts.isInterfaceDeclaration(statement)) {
    const members = statement.members.map((member) => oneLine(member.getText(file.source), 500));
    return fact('interface', statement.name.text, members.sort().join(';'));
  }
  if (ts.isTypeAliasDeclaration(statement)) {
    return fact('type', statement.name.text, oneLine(statement.type.getText(file.source), 2_000));
  }
  if (ts.isEnumDeclaration(statement)) {
    const members = statement.members.map((member) => oneLine(member.getText(file.source)));
    return fact('enum', statement.name.text, members.join(','));
  }
  if (ts.isModuleDeclaration(statement)) return fact('module', statement.name.getText(), '');
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap((declaration) => {
    if (!ts.isIdentifier(declaration.name)) return [];
    const value = declaration.initializer;
    const isFunction =
      value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
    const type =
      declaration.type === undefined ? '' : oneLine(declaration.type.getText(file.source));
    return fact(
      isFunction ? 'function' : 'value',
      declaration.name.text,
      isFunction ? signatureOf(value) : type,
    );
  });
}

/** Shape of a function: optionality, rest and types of its parameters, and what it returns. */
export function signatureOf(node: FunctionLike): string {
  const parameters = node.parameters.map((parameter) => {
    const rest = parameter.dotDotDotToken === undefined ? '' : '...';
    const optional = parameter.questionToken !== undefined || parameter.initializer !== undefined;
    return `${rest}${optional ? '?' : ''}${parameter.type === undefined ? '' : oneLine(parameter.type.getText())}`;
  });
  const generics = node.typeParameters?.length ?? 0;
  const result = node.type === undefined ? '' : oneLine(node.type.getText());
  return `${generics > 0 ? `<${generics}>` : ''}(${parameters.join(',')})=>${result}`;
}

function membersOf(node: ClassLike): string {
  const visible = node.members.filter(
    (member) =>
      !hasModifier(member, ts.SyntaxKind.PrivateKeyword) &&
      !(member.name !== undefined && ts.isPrivateIdentifier(member.name)),
  );
  return visible
    .map((member) => {
      const name = member.name?.getText() ?? 'constructor';
      return ts.isFunctionLike(member) ? `${name}${signatureOf(member)}` : name;
    })
    .sort()
    .join(';');
}

function commonJsExports(file: ScriptFile, statement: Statement): string[] {
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression))
    return [];
  const { left, operatorToken, right } = statement.expression;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  const target = left.getText(file.source);
  const single = /^(?:module\.)?exports\.(\w+)$/.exec(target)?.[1];
  if (single !== undefined) return [single];
  if (target !== 'module.exports') return [];
  if (!ts.isObjectLiteralExpression(right)) return ['default'];
  return right.properties.flatMap((property) => property.name?.getText(file.source) ?? []);
}

/** True when a declaration carries a modifier such as `export` or `private`. */
export function hasModifier(node: Node, kind: number): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((one) => one.kind === kind)
  );
}
