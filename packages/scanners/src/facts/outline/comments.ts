import type { ScriptFile } from '../script-file.ts';
import { type Node, ts } from '../typescript.ts';

export interface CommentFact {
  /** Text without comment signs, on one line. */
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  readonly start: number;
  readonly end: number;
  readonly kind: 'plain' | 'doc' | 'marker' | 'licence' | 'directive';
  /** The code line that follows, without white space at its ends; empty at the end of the file. */
  readonly next: string;
  /** True when the comment has its line for itself. */
  readonly ownLine: boolean;
}

const directive =
  /^\s*(?:(?:eslint|oxlint|tslint|stylelint|biome|prettier|deno-lint)-|eslint |globals? |biome-ignore|@ts-(?:ignore|expect-error|nocheck|check)\b|nosemgrep|noinspection|istanbul ignore|[vc]8 ignore|[#@]__PURE__|@vite-ignore|webpack\w+:|@jsx|<reference|#(?:end)?region|sourceMappingURL)/;

/**
 * All comments of a file, in order.
 *
 * Strings, templates, regular expressions and JSX text are skipped by their place in the tree;
 * outside of them a comment sign always starts a comment.
 */
export function commentsOf(file: ScriptFile): readonly CommentFact[] {
  const comments = known.get(file) ?? findComments(file);
  known.set(file, comments);
  return comments;
}

/** A check and the outline of a file both ask. */
const known = new WeakMap<ScriptFile, readonly CommentFact[]>();

function findComments(file: ScriptFile): readonly CommentFact[] {
  const { text } = file;
  const opaque = opaqueRanges(file);
  const comments: CommentFact[] = [];
  let next = 0;
  for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at)) {
    while ((opaque[next]?.end ?? Infinity) <= at) next++;
    const range = opaque[next];
    if (range !== undefined && range.start <= at) {
      at = range.end;
      continue;
    }
    const end = commentEnd(text, at);
    if (end > at) comments.push(commentFact(file, at, end));
    at = end > at ? end : at + 1;
  }
  return comments;
}

function commentEnd(text: string, at: number): number {
  const sign = text.charAt(at + 1);
  if (sign === '/') {
    const end = text.slice(at).search(/\r?\n/);
    return end < 0 ? text.length : at + end;
  }
  if (sign !== '*') return at;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}

function commentFact(file: ScriptFile, start: number, end: number): CommentFact {
  const { text, source } = file;
  const raw = text.slice(start, end);
  const body = raw
    .replace(/^\/\/+|^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*\*+ ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return {
    text: body,
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    endLine: source.getLineAndCharacterOfPosition(end).line + 1,
    start,
    end,
    kind: kindOf(raw, body),
    next: nextCodeLine(text, end),
    ownLine: text.slice(lineStart, start).trim() === '',
  };
}

function kindOf(raw: string, body: string): CommentFact['kind'] {
  if (directive.test(body)) return 'directive';
  if (/\b(?:copyright|licen[cs]e[ds]?|SPDX-)/i.test(body)) return 'licence';
  if (
    /\b(?:TODO|FIXME|HACK|XXX)\b|(?:issues?|bugs?)\/\d+|\b(?:crbug|b)[./]\d+|#\d{2,}/.test(body)
  ) {
    return 'marker';
  }
  return raw.startsWith('/**') && raw.length > 5 ? 'doc' : 'plain';
}

function nextCodeLine(text: string, end: number): string {
  for (let at = end; at < text.length; ) {
    const stop = text.indexOf('\n', at);
    const line = text.slice(at, stop < 0 ? text.length : stop).trim();
    if (line !== '' && !/^(?:\/\/|\/?\*)/.test(line)) return line;
    if (stop < 0) return '';
    at = stop + 1;
  }
  return '';
}

function opaqueRanges(file: ScriptFile): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const add = (node: Node, start = node.getStart(file.source)) =>
    ranges.push({ start, end: node.end });
  for (const node of file.nodes('StringLiteral')) add(node);
  for (const node of file.nodes('NoSubstitutionTemplateLiteral')) add(node);
  for (const node of file.nodes('RegularExpressionLiteral')) add(node);
  for (const node of file.nodes('TemplateExpression')) {
    add(node.head);
    for (const span of node.templateSpans) add(span.literal);
  }
  for (const node of file.nodes('JsxText')) add(node, node.pos);
  for (const node of file.nodes('TemplateLiteralType')) {
    add(node.head);
    for (const span of node.templateSpans) add(span.literal);
  }
  if (file.text.startsWith('#!')) {
    ranges.push({ start: 0, end: ts.getShebang(file.text)?.length ?? 0 });
  }
  return ranges.sort((a, b) => a.start - b.start);
}
