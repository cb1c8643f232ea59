import { ts } from 'ts-morph';
import { textOf, unwrap } from '../model/syntax.ts';
import { everyHarm, Harm } from './origin.ts';

const Kind = ts.SyntaxKind;

/** What a condition says about one expression. */
export interface Claim {
  readonly reference: ts.Expression;
  readonly safeWhen: boolean;
  readonly safeFor: number;
}

const place = Harm.path | Harm.ssrf | Harm.redirect;
const listMethods = new Set(['includes', 'has', 'contains', 'hasOwnProperty', 'hasOwn', 'indexOf']);
const checkingName =
  /(^|\.)(is[A-Z]\w*|\w*([vV]alid|[aA]llow|[wW]hite[lL]ist|[sS]afe|[pP]ermit|[tT]rust|[vV]erif)\w*)$/;
const negativeName =
  /(^|\.)(isNaN|\w*([iI]nvalid|[fF]orbid|[bB]lock|[dD]eny|[uU]nsafe|[mM]alicious)\w*)$/;
const urlParts = /\.(host|hostname|origin|protocol)$/;

/**
 * Reads the tests in a condition: allow-lists, comparisons with constants, anchored patterns,
 * prefixes, types, and functions whose name says that they check.
 */
export function claimsOf(
  condition: ts.Expression,
  isFixed: (node: ts.Expression) => boolean,
  depth = 0,
): readonly Claim[] {
  const node = unwrap(condition);
  if (depth > 12) return [];
  const inner = (part: ts.Expression): readonly Claim[] => claimsOf(part, isFixed, depth + 1);
  if (ts.isSwitchStatement(node.parent) && node.parent.expression === condition)
    return about(node, true, everyHarm);
  if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken)
    return inner(node.operand).map(({ safeWhen, ...claim }) => ({ ...claim, safeWhen: !safeWhen }));
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    // Both sides of `&&` hold when it does; neither side of `||` holds when it does not.
    if (operator === Kind.AmpersandAmpersandToken || operator === Kind.BarBarToken) {
      const wanted = operator === Kind.AmpersandAmpersandToken;
      const both = [...inner(node.left), ...inner(node.right)];
      return both.filter((claim) => claim.safeWhen === wanted);
    }
    return claimsOfComparison(node, isFixed);
  }
  return ts.isCallExpression(node) ? claimsOfCall(node) : [];
}

function claimsOfComparison(
  node: ts.BinaryExpression,
  isFixed: (node: ts.Expression) => boolean,
): readonly Claim[] {
  const { left, right } = node;
  const operator = node.operatorToken.kind;
  if (operator === Kind.InKeyword) return about(left, true, everyHarm);
  const isEqual = operator === Kind.EqualsEqualsEqualsToken || operator === Kind.EqualsEqualsToken;
  const isUnequal =
    operator === Kind.ExclamationEqualsEqualsToken || operator === Kind.ExclamationEqualsToken;
  const inner = unwrap(left);
  // `list.indexOf(x) === -1`, `list.indexOf(x) < 0`, `list.indexOf(x) > -1`.
  if (ts.isCallExpression(inner) && /\bindexOf$/.test(textOf(inner.expression))) {
    // `x.indexOf(root) === 0` is `x.startsWith(root)`.
    if (
      textOf(right) === '0' &&
      (isEqual || isUnequal) &&
      ts.isPropertyAccessExpression(inner.expression)
    )
      return about(inner.expression.expression, isEqual, place);
    const isMissing = isEqual || operator === Kind.LessThanToken;
    return claimsOfCall(inner).map((claim) => ({
      ...claim,
      safeWhen: isMissing ? !claim.safeWhen : claim.safeWhen,
    }));
  }
  if (!isEqual && !isUnequal) return [];
  if (ts.isTypeOfExpression(inner))
    return /number|boolean|bigint/.test(textOf(right))
      ? about(inner.expression, isEqual, everyHarm)
      : [];
  if (isEmptyish(right) || isEmptyish(left)) return [];
  if (isFixed(right)) return about(left, isEqual, everyHarm);
  if (isFixed(left)) return about(right, isEqual, everyHarm);
  return urlParts.test(textOf(left)) ? about(left, isEqual, everyHarm) : [];
}

function claimsOfCall(node: ts.CallExpression): readonly Claim[] {
  const callee = unwrap(node.expression);
  const argument = node.arguments[0];
  const name = textOf(callee);
  if (ts.isPropertyAccessExpression(callee)) {
    const method = callee.name.text;
    if (argument !== undefined && listMethods.has(method)) {
      // `x.includes('..')` looks into x, `list.includes(x)` looks x up.
      if (ts.isStringLiteralLike(unwrap(argument)))
        return about(callee.expression, false, Harm.path | Harm.redirect);
      return about(node.arguments.at(-1) ?? argument, true, everyHarm);
    }
    if (method === 'startsWith') return about(callee.expression, true, place);
    if (method === 'endsWith') return about(callee.expression, true, Harm.redirect | Harm.ssrf);
    if (method === 'test' && argument !== undefined)
      return isAnchored(callee.expression) ? about(argument, true, everyHarm) : [];
    if (method === 'match' && argument !== undefined)
      return isAnchored(argument) ? about(callee.expression, true, everyHarm) : [];
  }
  if (argument === undefined) return [];
  if (negativeName.test(name)) return about(argument, false, everyHarm);
  return checkingName.test(name) ? about(argument, true, everyHarm) : [];
}

/** A pattern that covers the whole text; a name may well be one, so it gets the benefit. */
function isAnchored(pattern: ts.Expression): boolean {
  const node = unwrap(pattern);
  return node.kind === Kind.RegularExpressionLiteral ? /^\/\^.*\$\/\w*$/.test(textOf(node)) : true;
}

function isEmptyish(node: ts.Expression): boolean {
  return /^(null|undefined|''|""|``|0|true|false)$/.test(textOf(node));
}

function about(expression: ts.Expression, safeWhen: boolean, safeFor: number): readonly Claim[] {
  const node = unwrap(expression);
  if (ts.isPropertyAccessExpression(node) && urlParts.test(textOf(node)))
    return [
      { reference: node, safeWhen, safeFor },
      { reference: unwrap(node.expression), safeWhen, safeFor },
    ];
  const isPlain =
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node);
  return isPlain ? [{ reference: node, safeWhen, safeFor }] : [];
}
