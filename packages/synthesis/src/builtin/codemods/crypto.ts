import { ts } from 'ts-morph';
import { type Codemod, nodesOnLine, type TextEdit } from '../codemod.ts';
import { importOf } from '../imports.ts';

const WEAK_HASHES = new Set(['md5', 'sha1', 'md4', 'ripemd160']);

/** `createHash('md5')` becomes `createHash('sha256')`. */
export const strongHash: Codemod = {
  id: 'strong-hash',
  checks: ['uses_sound_crypto'],
  edit: (target) => {
    const literal = nodesOnLine(target)
      .filter(ts.isStringLiteralLike)
      .find(
        (node) => isFirstArgumentOf(node, 'createHash') && WEAK_HASHES.has(node.text.toLowerCase()),
      );
    if (!literal) return null;
    const start = literal.getStart(target.source);
    const quote = target.source.text[start] ?? "'";
    return [{ start, end: literal.end, text: `${quote}sha256${quote}` }];
  },
};

/** `rejectUnauthorized: false` disappears, so that the safe default holds again. */
export const verifyCertificates: Codemod = {
  id: 'verify-certificates',
  checks: ['keeps_transport_and_cookies_safe'],
  edit: (target) => {
    const property = nodesOnLine(target)
      .filter(ts.isPropertyAssignment)
      .find(
        (node) =>
          node.name.getText(target.source).replace(/['"]/g, '') === 'rejectUnauthorized' &&
          node.initializer.kind === ts.SyntaxKind.FalseKeyword,
      );
    return property ? [removeProperty(target.source, property)] : null;
  },
};

/** `Math.random()…` that makes a token becomes bytes of `node:crypto`. */
export const secureRandom: Codemod = {
  id: 'secure-random',
  checks: ['uses_sound_crypto'],
  edit: (target) => {
    const declaration = nodesOnLine(target).find(
      (node) => ts.isVariableDeclaration(node) || ts.isReturnStatement(node),
    );
    const value =
      declaration && ts.isVariableDeclaration(declaration)
        ? declaration.initializer
        : declaration && ts.isReturnStatement(declaration)
          ? declaration.expression
          : nodesOnLine(target).filter(ts.isCallExpression).find(isRandomText);
    if (!value || !ts.isCallExpression(value) || !isRandomText(value)) return null;
    const start = value.getStart(target.source);
    return [
      { start, end: value.end, text: "randomBytes(16).toString('hex')" },
      ...importOf(target.source, 'randomBytes', 'node:crypto'),
    ];
  },
};

/** `Math.random().toString(36)` and the same with a `.slice` or `.substring` behind it. */
function isRandomText(node: ts.Node): boolean {
  return /^Math\.random\(\)\.toString\(\d*\)(\.(slice|substring|substr)\([\d, ]*\))?$/.test(
    node.getText().replace(/\s+/g, ' '),
  );
}

function isFirstArgumentOf(node: ts.Node, name: string): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  const callee = call.expression;
  return ts.isIdentifier(callee)
    ? callee.text === name
    : ts.isPropertyAccessExpression(callee) && callee.name.text === name;
}

function removeProperty(source: ts.SourceFile, property: ts.PropertyAssignment): TextEdit {
  const { text } = source;
  const start = property.getStart(source);
  const comma = /^\s*,[ \t]*/.exec(text.slice(property.end));
  if (!comma) {
    const before = /,\s*$/.exec(text.slice(0, start));
    return { start: start - (before?.[0].length ?? 0), end: property.end, text: '' };
  }
  const end = property.end + comma[0].length;
  const newline = /^\r?\n/.exec(text.slice(end));
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return newline && text.slice(lineStart, start).trim() === ''
    ? { start: lineStart, end: end + newline[0].length, text: '' }
    : { start, end, text: '' };
}
