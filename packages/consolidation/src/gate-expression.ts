import { fail, ok, type Result } from '@magi/contracts';

/** A parsed gate expression: a tree without behaviour. */
export type GateExpression =
  | { readonly kind: 'literal'; readonly value: number | boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'not'; readonly operand: GateExpression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: GateExpression;
      readonly right: GateExpression;
    };

type BinaryOperator = '||' | '&&' | '==' | '!=' | '<=' | '>=' | '<' | '>' | '+' | '-' | '*';

export type GateExpressionFailure = {
  readonly kind: 'unknown-character' | 'unexpected-end' | 'unexpected-token';
  /** 0-based offset in the text. */
  readonly at: number;
  readonly message: string;
};

type Token = { readonly text: string; readonly at: number };
type Parsed = Result<GateExpression, GateExpressionFailure>;

/** Operators by binding strength, weakest first. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<=', '>=', '<', '>'],
  ['+', '-'],
  ['*'],
];
const tokenPattern =
  /\s*(?:(\|\||&&|[=!<>]=|[<>()!+*-])|(\d+(?:\.\d+)?)|([A-Za-z_][\w.:/-]*\w|[A-Za-z_]))/uy;

/**
 * Parses the expression of a custom gate, for example `critical == 0 && checks.failed <= 1`.
 *
 * Numbers, `true`, `false`, names, `!`, comparison, `+ - *`, `&&`, `||` and parentheses; nothing in
 * it can call anything. Which names exist is decided when it is evaluated.
 */
export function parseGateExpression(text: string): Parsed {
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;
  const reader = { tokens: tokens.value, next: 0, end: text.length };
  const expression = parseLevel(reader, 0);
  if (!expression.ok) return expression;
  const rest = reader.tokens[reader.next];
  return rest === undefined ? expression : unexpected(rest);
}

type Reader = { readonly tokens: readonly Token[]; next: number; readonly end: number };

function tokenize(text: string): Result<readonly Token[], GateExpressionFailure> {
  const tokens: Token[] = [];
  const pattern = new RegExp(tokenPattern);
  while (pattern.lastIndex < text.trimEnd().length) {
    const from = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) {
      const at = from + (text.slice(from).length - text.slice(from).trimStart().length);
      const message = `"${text[at]}" at ${at + 1} is no part of a gate expression`;
      return fail({ kind: 'unknown-character', at, message });
    }
    const token = match[0].trimStart();
    tokens.push({ text: token, at: pattern.lastIndex - token.length });
  }
  return ok(tokens);
}

function parseLevel(reader: Reader, level: number): Parsed {
  const operators = levels[level];
  if (operators === undefined) return parseOperand(reader);
  let left = parseLevel(reader, level + 1);
  while (left.ok) {
    const operator = operators.find((known) => known === reader.tokens[reader.next]?.text);
    if (operator === undefined) return left;
    reader.next += 1;
    const right = parseLevel(reader, level + 1);
    if (!right.ok) return right;
    left = ok({ kind: 'binary', operator, left: left.value, right: right.value });
  }
  return left;
}

function parseOperand(reader: Reader): Parsed {
  const token = reader.tokens[reader.next];
  if (token === undefined) {
    const message = 'the gate expression ends where a value is expected';
    return fail({ kind: 'unexpected-end', at: reader.end, message });
  }
  reader.next += 1;
  if (token.text === '!') {
    const operand = parseOperand(reader);
    return operand.ok ? ok({ kind: 'not', operand: operand.value }) : operand;
  }
  if (token.text === '(') return parseGroup(reader);
  if (/^\d/u.test(token.text)) return ok({ kind: 'literal', value: Number(token.text) });
  if (token.text === 'true' || token.text === 'false') {
    return ok({ kind: 'literal', value: token.text === 'true' });
  }
  return /^[A-Za-z_]/u.test(token.text)
    ? ok({ kind: 'name', name: token.text })
    : unexpected(token);
}

function parseGroup(reader: Reader): Parsed {
  const inside = parseLevel(reader, 0);
  if (!inside.ok) return inside;
  const close = reader.tokens[reader.next];
  if (close === undefined) {
    const message = 'a parenthesis of the gate expression is not closed';
    return fail({ kind: 'unexpected-end', at: reader.end, message });
  }
  reader.next += 1;
  return close.text === ')' ? inside : unexpected(close);
}

function unexpected(token: Token): Parsed {
  const message = `"${token.text}" at ${token.at + 1} is not expected there`;
  return fail({ kind: 'unexpected-token', at: token.at, message });
}
