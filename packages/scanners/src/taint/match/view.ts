import { ts } from 'ts-morph';
import type { Flow } from '../flow/flow.ts';
import { functionBehind } from '../flow/local-functions.ts';
import type { Taint } from '../flow/origin.ts';
import { nameOf } from '../model/callee-name.ts';
import type { CallNode } from '../model/collect-nodes.ts';
import {
  constantText,
  isConstant,
  objectLiteralOf,
  propertyValue,
  valuesOf,
} from '../model/constant.ts';
import { textOf, unwrap } from '../model/syntax.ts';
import { constantParts, isComposed, partsOf } from './composition.ts';

/** What rules may ask about an expression; `undefined` stands for one that is not there. */
export interface ValueView {
  readonly node: ts.Expression | undefined;
  /** The text it always has. */
  readonly text: string | undefined;
  /** Its constant parts, with one blank for every part that is not. */
  readonly parts: string;
  /** Its parts that are not constant text. */
  readonly openParts: readonly ts.Expression[];
  /** The text behind `||` or `??`, used when there is nothing in front of it. */
  readonly fallback: string | undefined;
  readonly isConstant: boolean;
  /** True for a text put together from parts, not all of them constant. */
  readonly isComposed: boolean;
  readonly taint: Taint;
  /** As written, cut when long. */
  readonly source: string;
  /** As written where its name is given a value; itself when it is no name. */
  readonly origins: readonly string[];
  /** True for the literal `true`; `isFalse` for `false`. */
  readonly isTrue: boolean;
  readonly isFalse: boolean;
  /** True when it is an object whose members are all in sight. */
  readonly isObject: boolean;
  /** One member of an object literal. */
  member(name: string): ValueView;
  /** The call it is, or its name was given. */
  readonly call: CallView | undefined;
  /** The text of the function it is or names, when that stands in this file. */
  readonly body: string | undefined;
  /** What it is called, seen through imports and aliases. */
  readonly name: string;
}

/** What rules may ask about a call. */
export interface CallView {
  readonly node: CallNode;
  /** Name of the callee, see `nameOf`. */
  readonly name: string;
  readonly count: number;
  readonly isNew: boolean;
  /** The call as written, cut when long. */
  readonly source: string;
  argument(index: number): ValueView;
}

/** Looks at an expression on demand: nothing is computed that no rule asks for. */
export function viewOf(node: ts.Expression | undefined, flow: Flow): ValueView {
  const { model } = flow;
  return {
    node,
    get text() {
      return constantText(node, model);
    },
    get parts() {
      return node === undefined ? '' : constantParts(node, model);
    },
    get openParts() {
      const parts = node === undefined ? [] : partsOf(node, model);
      return parts.filter((part) => typeof part !== 'string');
    },
    get fallback() {
      return fallbackOf(node, flow);
    },
    get isConstant() {
      return isConstant(node, model);
    },
    get isComposed() {
      return node !== undefined && isComposed(node, model);
    },
    get taint() {
      return flow.ask(node);
    },
    get source() {
      return node === undefined ? '' : textOf(node);
    },
    get origins() {
      return node === undefined ? [] : valuesOf(node, model).map(textOf);
    },
    get isTrue() {
      return literalKind(node) === ts.SyntaxKind.TrueKeyword;
    },
    get isFalse() {
      return literalKind(node) === ts.SyntaxKind.FalseKeyword;
    },
    get isObject() {
      const object = objectLiteralOf(node, model);
      return object?.properties.every((member) => !ts.isSpreadAssignment(member)) ?? false;
    },
    member: (name) => viewOf(memberOfObject(node, name, flow), flow),
    get call() {
      const [value] = node === undefined ? [] : valuesOf(node, model);
      const inner = value === undefined ? undefined : unwrap(value);
      if (inner === undefined || !ts.isCallExpression(inner)) return undefined;
      return viewOfCall(inner, nameOf(inner.expression, model), flow);
    },
    get body() {
      const inner = node === undefined ? undefined : functionBehind(node, flow);
      return inner?.body?.getText(model.sourceFile);
    },
    get name() {
      return node === undefined ? '' : nameOf(node, model);
    },
  };
}

/** Looks at a call. */
export function viewOfCall(node: CallNode, name: string, flow: Flow): CallView {
  return {
    node,
    name,
    count: node.arguments?.length ?? 0,
    isNew: ts.isNewExpression(node),
    get source() {
      return textOf(node);
    },
    argument: (index) => viewOf(node.arguments?.at(index), flow),
  };
}

/** A member in the literal, or one that was put into the object afterwards. */
function memberOfObject(
  node: ts.Expression | undefined,
  name: string,
  { model }: Flow,
): ts.Expression | undefined {
  if (node === undefined) return undefined;
  const value = propertyValue(objectLiteralOf(node, model), name);
  if (value !== undefined || !ts.isIdentifier(node)) return value;
  return model.fields.get(`${node.text}.${name}`)?.at(-1);
}

function fallbackOf(node: ts.Expression | undefined, { model }: Flow): string | undefined {
  const [value] = node === undefined ? [] : valuesOf(node, model);
  const inner = value === undefined ? undefined : unwrap(value);
  if (inner === undefined || !ts.isBinaryExpression(inner)) return undefined;
  const operator = inner.operatorToken.kind;
  const isDefault =
    operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken;
  return isDefault ? constantText(inner.right, model) : undefined;
}

function literalKind(node: ts.Expression | undefined): ts.SyntaxKind | undefined {
  return node === undefined ? undefined : unwrap(node).kind;
}
