import { oneLine } from '../one-line.ts';
import type { ScriptFile } from '../script-file.ts';
import { symbolAt } from '../symbol.ts';
import { type FunctionLike, type Node, ts } from '../typescript.ts';
import { type CodeText, shortHash } from './code-text.ts';
import { signatureOf } from './exports.ts';
import { type FunctionSize, measure } from './function-size.ts';

export interface ParameterFact {
  readonly name: string;
  readonly optional: boolean;
  readonly initializer: string | null;
  readonly rest: boolean;
}

export interface FunctionFact {
  /** Qualified name; empty for functions without one. */
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly signature: string;
  readonly parameters: readonly ParameterFact[];
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  /** Types of thrown errors as written, sorted. */
  readonly throws: readonly string[];
  /** Return statements with a value. */
  readonly valueReturns: number;
  /** Return statements without one. */
  readonly emptyReturns: number;
  /** Digest of the body without comments and white space. */
  readonly bodyHash: string;
  /** Characters of the body without comments and white space. */
  readonly bodyLength: number;
  readonly size: FunctionSize;
}

/** Every function with a body. */
export function functionsOf(file: ScriptFile, codeText: CodeText): readonly FunctionFact[] {
  const kinds = [
    ...file.nodes('FunctionDeclaration'),
    ...file.nodes('FunctionExpression'),
    ...file.nodes('ArrowFunction'),
    ...file.nodes('MethodDeclaration'),
    ...file.nodes('Constructor'),
    ...file.nodes('GetAccessor'),
    ...file.nodes('SetAccessor'),
  ];
  return kinds
    .flatMap((node) =>
      node.body === undefined ? [] : [functionFact(file, node, node.body, codeText)],
    )
    .sort((a, b) => a.line - b.line || b.endLine - a.endLine);
}

function functionFact(
  file: ScriptFile,
  node: FunctionLike,
  body: Node,
  codeText: CodeText,
): FunctionFact {
  const named =
    node.name !== undefined || /^(?:Variable|Property)/.test(ts.SyntaxKind[node.parent.kind]);
  const code = codeText(body.getStart(file.source), body.end);
  const exits = exitsOf(body);
  return {
    name: named || ts.isConstructorDeclaration(node) ? (symbolAt(node) ?? '') : '',
    line: file.lineOf(node),
    endLine: file.endLineOf(node),
    signature: signatureOf(node),
    parameters: node.parameters.map((parameter) => ({
      name: oneLine(parameter.name.getText(file.source), 80),
      optional: parameter.questionToken !== undefined || parameter.initializer !== undefined,
      initializer: parameter.initializer
        ? oneLine(parameter.initializer.getText(file.source))
        : null,
      rest: parameter.dotDotDotToken !== undefined,
    })),
    isAsync: (ts.getCombinedModifierFlags(node as never) & ts.ModifierFlags.Async) !== 0,
    isGenerator: 'asteriskToken' in node && node.asteriskToken !== undefined,
    ...exits,
    bodyHash: shortHash(code),
    bodyLength: code.length,
    size: measure(file, node, body),
  };
}

function exitsOf(body: Node): Pick<FunctionFact, 'throws' | 'valueReturns' | 'emptyReturns'> {
  const throws: string[] = [];
  let valueReturns = ts.isBlock(body) ? 0 : 1;
  let emptyReturns = 0;
  walkOwn(body, (node) => {
    if (ts.isThrowStatement(node)) {
      const thrown = node.expression;
      throws.push(
        ts.isNewExpression(thrown) ? thrown.expression.getText() : oneLine(thrown.getText(), 80),
      );
    } else if (ts.isReturnStatement(node)) {
      if (node.expression === undefined) emptyReturns++;
      else valueReturns++;
    }
  });
  return { throws: throws.sort(), valueReturns, emptyReturns };
}

/** Visits what a function body executes itself, leaving out functions inside of it. */
export function walkOwn(node: Node, visit: (node: Node) => void): void {
  const pending = [node];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    visit(at);
    ts.forEachChild(at, (child) => {
      if (!ts.isFunctionLike(child)) pending.push(child);
    });
  }
}
