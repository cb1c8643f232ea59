import { ts } from 'ts-morph';
import { nameOf } from '../model/callee-name.ts';
import { objectLiteralOf, propertyValue } from '../model/constant.ts';
import { bindingOf } from '../model/declare-names.ts';
import type { SourceModel } from '../model/source-model.ts';
import { textOf } from '../model/syntax.ts';
import { expressionSources, firstWords } from '../sources/expressions.ts';
import { TaintLimits } from '../taint-limits.ts';
import type { Flow } from './flow.ts';
import { guardedAgainst } from './guards.ts';
import { memberOf } from './member-of.ts';
import { clean, madeSafe, type Origin, type Taint, through, union } from './origin.ts';
import { reachingWrites } from './reaching-writes.ts';
import { taintOfCall } from './taint-of-call.ts';
import { taintOfParameter } from './taint-of-parameter.ts';

const Kind = ts.SyntaxKind;

/** Starts with nothing known about a file. */
export function startFlow(model: SourceModel): Flow {
  const flow: Flow = {
    model,
    ask: (expression) => taintOf(expression, flow),
    memo: new Map(),
    open: new Set(),
  };
  return flow;
}

/**
 * Where the value of an expression comes from, as far as this file shows.
 *
 * Every question is answered once and remembered. A question that leads back to itself adds
 * nothing, so a loop over the same variable ends.
 */
export function taintOf(expression: ts.Expression | undefined, flow: Flow): Taint {
  if (expression === undefined) return clean;
  const known = flow.memo.get(expression);
  if (known !== undefined) return known;
  if (flow.open.has(expression) || flow.open.size > TaintLimits.maxDepth * 8) return clean;
  flow.open.add(expression);
  const taint = follow(expression, flow);
  flow.open.delete(expression);
  flow.memo.set(expression, taint);
  return taint;
}

function follow(node: ts.Expression, flow: Flow): Taint {
  switch (node.kind) {
    case Kind.ParenthesizedExpression:
    case Kind.AsExpression:
    case Kind.NonNullExpression:
    case Kind.SatisfiesExpression:
    case Kind.TypeAssertionExpression:
    case Kind.AwaitExpression:
    case Kind.SpreadElement:
      return taintOf((node as ts.ParenthesizedExpression).expression, flow);
    case Kind.Identifier:
      return followName(node as ts.Identifier, flow);
    case Kind.PropertyAccessExpression:
      return followMember(node as ts.PropertyAccessExpression, flow);
    case Kind.ElementAccessExpression:
      return followElement(node as ts.ElementAccessExpression, flow);
    case Kind.CallExpression:
    case Kind.NewExpression:
      return taintOfCall(node as ts.CallExpression, flow);
    case Kind.TemplateExpression:
      return union(
        ...(node as ts.TemplateExpression).templateSpans.map((span) =>
          taintOf(span.expression, flow),
        ),
      );
    case Kind.TaggedTemplateExpression:
      return followTagged(node as ts.TaggedTemplateExpression, flow);
    case Kind.BinaryExpression:
      return followBinary(node as ts.BinaryExpression, flow);
    case Kind.ConditionalExpression: {
      const { whenTrue, whenFalse } = node as ts.ConditionalExpression;
      return union(taintOf(whenTrue, flow), taintOf(whenFalse, flow));
    }
    case Kind.ArrayLiteralExpression:
      return union(
        ...(node as ts.ArrayLiteralExpression).elements.map((item) => taintOf(item, flow)),
      );
    case Kind.ObjectLiteralExpression:
      return union(
        ...(node as ts.ObjectLiteralExpression).properties.map((property) =>
          followProperty(property, flow),
        ),
      );
    default:
      return clean;
  }
}

function followProperty(property: ts.ObjectLiteralElementLike, flow: Flow): Taint {
  if (ts.isPropertyAssignment(property)) return taintOf(property.initializer, flow);
  if (ts.isShorthandPropertyAssignment(property)) return taintOf(property.name, flow);
  if (ts.isSpreadAssignment(property)) return taintOf(property.expression, flow);
  return clean;
}

function followName(node: ts.Identifier, flow: Flow): Taint {
  const binding = bindingOf(node, flow.model.names);
  if (binding === undefined) return sourceAt(node, node.text);
  const { writes, isEntryReached } = reachingWrites(node, binding, flow.model);
  const parts = writes.map((write) => {
    const value = through(taintOf(write.value, flow), write.at);
    return write.how === 'member' ? memberOf(value, write.member ?? '', write.at) : value;
  });
  if (binding.parameter !== undefined && isEntryReached)
    parts.push(taintOfParameter(binding.parameter, flow));
  return unguarded(union(...parts), node, flow);
}

function followMember(node: ts.PropertyAccessExpression, flow: Flow): Taint {
  const source = sourceAt(node, sourceName(node, flow));
  if (source.length > 0) return source;
  const member = node.name.text;
  const receiver = node.expression;
  if (receiver.kind === Kind.ThisKeyword) {
    const values = flow.model.fields.get(`this.${member}`) ?? [];
    const taints = values.slice(0, 16).map((value) => through(taintOf(value, flow), value));
    return unguarded(union(...taints), node, flow);
  }
  const literal = ts.isIdentifier(receiver) ? objectLiteralOf(receiver, flow.model) : undefined;
  const value = propertyValue(literal, member);
  const key = literal === undefined ? '' : textOf(node);
  const taint =
    value !== undefined && !flow.model.fields.has(key)
      ? taintOf(value, flow)
      : memberOf(taintOf(receiver, flow), member, node);
  return unguarded(taint, node, flow);
}

function followElement(node: ts.ElementAccessExpression, flow: Flow): Taint {
  const key = node.argumentExpression;
  const member = ts.isStringLiteralLike(key) ? key.text : '[]';
  return unguarded(memberOf(taintOf(node.expression, flow), member, node), node, flow);
}

/** A tag decides what becomes of the values: `sql` binds them, `String.raw` pastes them. */
function followTagged(node: ts.TaggedTemplateExpression, flow: Flow): Taint {
  const pastes = /^(String\.raw|dedent|outdent|stripIndent\w*|oneLine\w*|endent)/.test(
    textOf(node.tag),
  );
  return pastes && ts.isTemplateExpression(node.template) ? taintOf(node.template, flow) : clean;
}

function followBinary(node: ts.BinaryExpression, flow: Flow): Taint {
  switch (node.operatorToken.kind) {
    case Kind.PlusToken:
    case Kind.BarBarToken:
    case Kind.QuestionQuestionToken:
      return union(taintOf(node.left, flow), taintOf(node.right, flow));
    case Kind.AmpersandAmpersandToken:
    case Kind.CommaToken:
    case Kind.EqualsToken:
      return taintOf(node.right, flow);
    default:
      return clean;
  }
}

function unguarded(taint: Taint, node: ts.Expression, flow: Flow): Taint {
  if (taint.length === 0) return taint;
  return madeSafe(taint, guardedAgainst(node, flow));
}

function sourceName(node: ts.PropertyAccessExpression, flow: Flow): string {
  let root: ts.Expression = node;
  while (ts.isPropertyAccessExpression(root)) root = root.expression;
  if (!ts.isIdentifier(root) || !firstWords.has(root.text)) return '';
  return bindingOf(root, flow.model.names) === undefined ? nameOf(node, flow.model) : '';
}

function sourceAt(node: ts.Expression, name: string): Taint {
  if (name === '') return clean;
  const source = expressionSources.find((candidate) => candidate.name.test(name));
  if (source === undefined) return clean;
  const origin: Origin = { level: source.level, node, safeFor: 0, steps: [] };
  return [source.carrier === undefined ? origin : { ...origin, carrier: source.carrier }];
}
