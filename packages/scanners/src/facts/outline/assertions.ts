import { dottedName } from '../callee.ts';
import { oneLine } from '../one-line.ts';
import type { ScriptFile } from '../script-file.ts';
import { symbolAt } from '../symbol.ts';
import { type CallExpression, type Node, ts } from '../typescript.ts';

export interface AssertionFact {
  /** What is judged, as written: the argument of `expect`, or the arguments of `assert.…`. */
  readonly subject: string;
  /** Chain of matcher words, for example `not.toBe`; `helper` for local functions that assert. */
  readonly matcher: string;
  /** Arguments of the matcher as written. */
  readonly expected: string;
  readonly line: number;
}

const assertive = /^(?:expect|assert|expectTypeOf|assertType|should|chai|sinon\.assert|t)\b/;

/** Assertions that a test body makes, in order. */
export function assertionsIn(body: Node, helpers: ReadonlySet<string>): AssertionFact[] {
  const facts: AssertionFact[] = [];
  const pending = [body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (ts.isCallExpression(node)) {
      const fact = readAssertion(node, helpers);
      if (fact !== null) facts.push(fact);
    }
    ts.forEachChild(node, (child) => {
      pending.push(child);
    });
  }
  return facts.sort((a, b) => a.line - b.line);
}

/** Names of functions of the file whose body asserts something. */
export function helpersThatAssert(file: ScriptFile): ReadonlySet<string> {
  const helpers = known.get(file) ?? findHelpers(file);
  known.set(file, helpers);
  return helpers;
}

/** A check and the outline of a file both ask. */
const known = new WeakMap<ScriptFile, ReadonlySet<string>>();

function findHelpers(file: ScriptFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const call of file.nodes('CallExpression')) {
    if (!assertive.test(rootOf(call))) continue;
    const symbol = symbolAt(call);
    if (symbol !== undefined) for (const name of symbol.split('.')) names.add(name);
  }
  return names;
}

function readAssertion(call: CallExpression, helpers: ReadonlySet<string>): AssertionFact | null {
  const root = rootOf(call);
  const line = call.getSourceFile().getLineAndCharacterOfPosition(call.getStart()).line + 1;
  const name = dottedName(call.expression);
  if (assertive.test(root)) {
    // Only the outermost call of a chain counts: `expect(x).resolves.toBe(1)` is one assertion.
    if (isInnerCall(call)) return null;
    return { ...chainOf(call), line };
  }
  const tail = name.slice(name.lastIndexOf('.') + 1);
  const isHelper = helpers.has(tail) || /^(?:assert|expect|verify|should)[A-Z_]/.test(tail);
  if (!isHelper || isInnerCall(call)) return null;
  const text = call.arguments.map((one) => oneLine(one.getText(), 120)).join(', ');
  return { subject: `${tail}(${text})`, matcher: 'helper', expected: '', line };
}

function isInnerCall(call: CallExpression): boolean {
  const { parent } = call;
  return ts.isPropertyAccessExpression(parent) && parent.expression === call;
}

/** First identifier of a call chain: `expect` of `expect(x).not.toBe(y)`. */
function rootOf(call: CallExpression): string {
  let at: Node = call;
  for (;;) {
    if (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) at = at.expression;
    else return ts.isIdentifier(at) ? at.text : '';
  }
}

function chainOf(call: CallExpression): Pick<AssertionFact, 'subject' | 'matcher' | 'expected'> {
  const words: string[] = [];
  let subject = '';
  let at: Node = call;
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) {
    if (ts.isPropertyAccessExpression(at)) words.unshift(at.name.text);
    else if (at !== call && subject === '') subject = argumentsOf(at);
    at = at.expression;
  }
  const expected = argumentsOf(call);
  return subject === ''
    ? { subject: expected, matcher: words.join('.'), expected: '' }
    : { subject, matcher: words.join('.'), expected };
}

function argumentsOf(call: CallExpression): string {
  return call.arguments.map((one) => oneLine(one.getText(), 200)).join(', ');
}
