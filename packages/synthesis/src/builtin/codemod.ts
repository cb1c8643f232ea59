import { ts } from 'ts-morph';

/** Replaces the characters `start..end` (UTF-16 offsets) of a file by `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The place that a codemod is asked to mend. */
export interface CodemodTarget {
  readonly source: ts.SourceFile;
  /** 1-based line of the finding. */
  readonly line: number;
}

/**
 * A change that keeps the meaning of correct programs and removes one kind of problem.
 *
 * It answers null when the code at the line is not exactly the shape it knows: a codemod that
 * guesses is worse than none.
 */
export interface Codemod {
  readonly id: string;
  /** Checks whose findings it can mend. */
  readonly checks: readonly string[];
  readonly edit: (target: CodemodTarget) => readonly TextEdit[] | null;
}

/** Nodes that start on the given 1-based line, outermost first, in source order. */
export function nodesOnLine({ source, line }: CodemodTarget): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (lineOf(source, node.getStart(source)) === line) found.push(node);
    if (lineOf(source, node.getFullStart()) > line || lineOf(source, node.end) < line) return;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

/** The first node of a line that satisfies a type predicate. */
export function firstOnLine<Kind extends ts.Node>(
  target: CodemodTarget,
  is: (node: ts.Node) => node is Kind,
): Kind | undefined {
  return nodesOnLine(target).find(is);
}

/** Removes a statement together with its line when nothing else stands there. */
export function removeStatement(source: ts.SourceFile, node: ts.Node): TextEdit {
  const { text } = source;
  let start = node.getStart(source);
  let end = node.end;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  const isAlone = (start === 0 || text[start - 1] === '\n') && /^(\r?\n|$)/.test(text.slice(end));
  if (!isAlone) return { start: node.getStart(source), end: node.end, text: '' };
  return { start, end: end + (/^\r?\n/.exec(text.slice(end))?.[0].length ?? 0), text: '' };
}

/** The innermost function-like node around a node. */
export function enclosingFunction(node: ts.Node): ts.SignatureDeclaration | undefined {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent)
    if (ts.isFunctionLike(at)) return at;
  return undefined;
}

/** True for functions that carry `async`. */
export function isAsync(node: ts.SignatureDeclaration | undefined): boolean {
  return (
    node !== undefined &&
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  );
}

function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}
