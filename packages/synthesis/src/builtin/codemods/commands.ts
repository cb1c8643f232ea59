import { ts } from 'ts-morph';
import { type Codemod, nodesOnLine } from '../codemod.ts';
import { swapImport, usesOf } from '../imports.ts';

/**
 * ``execSync(`git log ${ref}`)`` becomes `execFileSync('git', ['log', ref])`.
 *
 * Only for templates whose parts are separated by blanks and that use nothing a shell would expand:
 * then both forms start the same program with the same arguments, whatever the value is.
 */
export const shellFreeCommand: Codemod = {
  id: 'shell-free-command',
  checks: ['executes_no_untrusted_commands'],
  edit: (target) => {
    const call = nodesOnLine(target).filter(ts.isCallExpression).find(isExecSync);
    const command = call?.arguments[0];
    if (!call || !command || call.arguments.length > 2) return null;
    const words = wordsOf(command, target.source);
    const [program, ...rest] = words ?? [];
    if (!program?.startsWith("'")) return null;
    const options = call.arguments[1]?.getText(target.source);
    const list = [program, `[${rest.join(', ')}]`, ...(options ? [options] : [])].join(', ');
    return [
      {
        start: call.expression.getStart(target.source),
        end: call.end,
        text: `execFileSync(${list})`,
      },
      ...swapImport(target.source, {
        oldName: 'execSync',
        newName: 'execFileSync',
        newModule: 'node:child_process',
        usesLeft: usesOf(target.source, 'execSync') - 1,
      }),
    ];
  },
};

function isExecSync(node: ts.CallExpression): boolean {
  return ts.isIdentifier(node.expression) && node.expression.text === 'execSync';
}

/** The argument vector as source texts, or null when a shell would see more than words. */
function wordsOf(node: ts.Expression, source: ts.SourceFile): readonly string[] | null {
  const pieces = piecesOf(node, source);
  if (!pieces) return null;
  const words: string[] = [];
  let isOpen = false;
  for (const piece of pieces) {
    if (piece.kind === 'value') {
      if (isOpen) return null;
      words.push(piece.text);
      isOpen = true;
      continue;
    }
    if (/[^\w\s./:=@,+-]/.test(piece.text)) return null;
    if (isOpen && !/^\s/.test(piece.text) && piece.text !== '') return null;
    words.push(
      ...piece.text
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => `'${word}'`),
    );
    isOpen = piece.text !== '' && !/\s$/.test(piece.text);
  }
  return words;
}

type Piece = { readonly kind: 'text' | 'value'; readonly text: string };

function piecesOf(node: ts.Expression, source: ts.SourceFile): readonly Piece[] | null {
  if (ts.isStringLiteralLike(node)) return [{ kind: 'text', text: node.text }];
  if (ts.isTemplateExpression(node))
    return [
      { kind: 'text', text: node.head.text },
      ...node.templateSpans.flatMap((span): Piece[] => [
        { kind: 'value', text: span.expression.getText(source) },
        { kind: 'text', text: span.literal.text },
      ]),
    ];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const left = piecesOf(node.left, source);
    const right = piecesOf(node.right, source);
    return left && right ? [...left, ...right] : null;
  }
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
    ? [{ kind: 'value', text: node.getText(source) }]
    : null;
}
