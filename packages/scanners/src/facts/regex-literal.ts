import { calleeOf } from './callee.ts';
import { type CallExpression, type NewExpression, type Node, ts } from './typescript.ts';

/** Pattern and flags of a regular expression that is written out in the code. */
export interface RegexText {
  readonly source: string;
  readonly flags: string;
}

/** Reads `/…/flags` or `new RegExp('…', 'flags')`; null for anything computed. */
export function regexOf(node: Node): RegexText | null {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return null;
  return fromConstructor(node);
}

function fromConstructor(node: CallExpression | NewExpression): RegexText | null {
  if (!/^(?:globalThis\.|window\.)?RegExp$/.test(calleeOf(node))) return null;
  const [pattern, flags] = node.arguments ?? [];
  if (pattern === undefined || !ts.isStringLiteralLike(pattern)) return null;
  if (flags !== undefined && !ts.isStringLiteralLike(flags)) return null;
  return { source: pattern.text, flags: flags?.text ?? '' };
}
