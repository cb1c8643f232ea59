import { calleeTail } from './callee.ts';
import {
  type ArrowFunction,
  type CallExpression,
  type FunctionLike,
  type Node,
  ts,
} from './typescript.ts';

/** Array methods that call their callback once per element. */
const perElement = new Set([
  'map',
  'forEach',
  'filter',
  'flatMap',
  'some',
  'every',
  'find',
  'findIndex',
  'reduce',
]);

/** The function whose body executes a node, or null at the top level. */
export function functionAround(node: Node): FunctionLike | null {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isFunctionLike(at)) return at;
  }
  return null;
}

export function isAsync(node: Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (node.modifiers ?? []).some((one) => one.kind === ts.SyntaxKind.AsyncKeyword)
  );
}

/** True for functions that take a request or a context: they run for many callers at once. */
export function isHandler(node: FunctionLike): boolean {
  return (
    node.parameters.some((one) => /^(?:_?req|_?request|ctx|context|c)$/.test(one.name.getText())) &&
    node.parameters.length <= 4
  );
}

/** What repeats a node: a loop statement, or a callback of an array method. */
export interface Repetition {
  readonly kind: 'loop' | 'callback';
  readonly node: Node;
  /** What is gone through, where it is written as an expression. */
  readonly over: Node | null;
}

/** The innermost loop or per-element callback around a node, within its own function. */
export function repetitionAround(node: Node): Repetition | null {
  for (let at = node, parent = node.parent; parent !== undefined; at = parent, parent = at.parent) {
    if (ts.isIterationStatement(parent, false)) {
      if (isRepeatedPart(parent, at)) return { kind: 'loop', node: parent, over: overOf(parent) };
    } else if (ts.isFunctionLike(parent)) {
      return callbackOf(parent);
    }
  }
  return null;
}

/** All repetitions around a node, innermost first, through per-element callbacks. */
export function repetitionsAround(node: Node): readonly Repetition[] {
  const all: Repetition[] = [];
  for (let found = repetitionAround(node); found !== null; found = repetitionAround(found.node)) {
    all.push(found);
  }
  return all;
}

/** The head of `for (x of xs)` runs once; so does the start of a `for (;;)`. */
function isRepeatedPart(loop: Node, part: Node): boolean {
  if (ts.isForOfStatement(loop) || ts.isForInStatement(loop)) return part === loop.statement;
  return !(ts.isForStatement(loop) && part === loop.initializer);
}

function overOf(loop: Node): Node | null {
  return ts.isForOfStatement(loop) || ts.isForInStatement(loop) ? loop.expression : null;
}

function callbackOf(fn: Node): Repetition | null {
  const call = fn.parent;
  if (
    call === undefined ||
    !ts.isCallExpression(call) ||
    !call.arguments.includes(fn as ArrowFunction)
  )
    return null;
  if (!perElement.has(calleeTail(call)) || !ts.isPropertyAccessExpression(call.expression))
    return null;
  return { kind: 'callback', node: call, over: call.expression.expression };
}

/** True when a name occurs inside of a node. */
export function mentions(node: Node, name: string): boolean {
  return contains(node, (one) => ts.isIdentifier(one) && one.text === name);
}

/** True when some node within satisfies a claim; functions inside are searched too. */
export function contains(node: Node, claim: (node: Node) => boolean): boolean {
  const pending = [node];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (claim(at)) return true;
    ts.forEachChild(at, (child) => {
      pending.push(child);
    });
  }
  return false;
}

/** The first call within that satisfies a claim, or null. */
export function findCall(
  node: Node,
  claim: (call: CallExpression) => boolean,
): CallExpression | null {
  let found: CallExpression | null = null;
  contains(node, (one) => {
    if (!ts.isCallExpression(one) || !claim(one)) return false;
    found = one;
    return true;
  });
  return found;
}
