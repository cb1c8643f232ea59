import { ts } from 'ts-morph';
import type { FunctionNode, Parameter } from '../model/binding.ts';
import { lastName, nameOf } from '../model/callee-name.ts';
import { constantText } from '../model/constant.ts';
import { textOf } from '../model/syntax.ts';
import { callbackThrough } from '../sanitizers/sanitizers.ts';
import { type Carrier, carriers } from '../sources/carriers.ts';
import {
  callbackSources,
  type ParameterSource,
  parameterDecorators,
  parameterSources,
} from '../sources/parameters.ts';
import type { Flow } from './flow.ts';
import { isHarmlessType, typeName } from './harmless-type.ts';
import { memberOf } from './member-of.ts';
import { clean, type Origin, type Taint, through } from './origin.ts';

const handlerNames = /(^|\.)(handler|lambdaHandler|\w+Handler)$/;
const routeMethods = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** What a caller can put into a parameter, or into the member destructured from it. */
export function taintOfParameter(parameter: Parameter, flow: Flow): Taint {
  const whole = taintOfWhole(parameter.node, parameter.of, parameter.index, flow);
  if (parameter.member === undefined) return whole;
  return memberOf(whole, parameter.member === '' ? '[]' : parameter.member, parameter.node);
}

function taintOfWhole(
  node: ts.ParameterDeclaration,
  owner: FunctionNode,
  index: number,
  flow: Flow,
): Taint {
  const known = flow.memo.get(node);
  if (known !== undefined) return known;
  if (flow.open.has(node)) return clean;
  flow.open.add(node);
  const taint = ask(node, owner, index, flow);
  flow.open.delete(node);
  flow.memo.set(node, taint);
  return taint;
}

function ask(node: ts.ParameterDeclaration, owner: FunctionNode, index: number, flow: Flow): Taint {
  if (isHarmlessType(node.type)) return clean;
  const source = sourceOf(node);
  if (source !== undefined) return [{ ...remote(node, source.carrier), level: source.level ?? 3 }];
  const carrier = carrierOf(node, owner, index, flow);
  if (carrier !== undefined) return [remote(node, carrier)];
  if (isDecorated(node)) return [remote(node, undefined)];
  const call = owner.parent;
  const isCallback =
    (ts.isCallExpression(call) || ts.isNewExpression(call)) && call.expression !== owner;
  if (!isCallback) return [{ level: 1, node, parameter: node, safeFor: 0, steps: [] }];
  const callee = call.expression;
  const takesReceiver =
    ts.isPropertyAccessExpression(callee) && callbackThrough.has(callee.name.text);
  const position = takesReceiver && callee.name.text === 'reduce' ? 1 : 0;
  if (!takesReceiver || index > position) return clean;
  return through(flow.ask(callee.expression), node);
}

function remote(node: ts.ParameterDeclaration, carrier: Carrier | undefined): Origin {
  const origin: Origin = { level: 3, node, safeFor: 0, steps: [] };
  return carrier === undefined ? origin : { ...origin, carrier };
}

/** A parameter that says by its type or by its name what it carries. */
function sourceOf(node: ts.ParameterDeclaration): ParameterSource | undefined {
  const type = typeName(node.type);
  const name = ts.isIdentifier(node.name) && type === '' ? node.name.text : '';
  return parameterSources.find(
    (source) =>
      (type !== '' && source.types?.test(type) === true) ||
      (name !== '' && source.names?.test(name) === true),
  );
}

function carrierOf(
  node: ts.ParameterDeclaration,
  owner: FunctionNode,
  index: number,
  flow: Flow,
): Carrier | undefined {
  const call = owner.parent;
  if (ts.isCallExpression(call)) {
    const byCall = carrierOfCallback(call, owner, index, flow);
    if (byCall !== undefined) return byCall;
  }
  return index === 0 ? carrierOfHandler(node, owner) : undefined;
}

function carrierOfCallback(
  call: ts.CallExpression,
  owner: FunctionNode,
  index: number,
  flow: Flow,
): Carrier | undefined {
  const callee = nameOf(call.expression, flow.model);
  const method = lastName(callee);
  for (const source of callbackSources) {
    if (source.parameter !== index || !source.methods.has(method)) continue;
    if (owner.parameters.length < (source.arity ?? 0) || !source.callee.test(callee)) continue;
    if (source.event === undefined) return source.carrier;
    const event = constantText(call.arguments[0], flow.model);
    if (event !== undefined && source.event.test(event)) return source.carrier;
  }
  return undefined;
}

/** A function that a platform calls by its name: a lambda, a route file. */
function carrierOfHandler(node: ts.ParameterDeclaration, owner: FunctionNode): Carrier | undefined {
  let parent: ts.Node = owner.parent;
  while (ts.isParenthesizedExpression(parent) || ts.isCallExpression(parent))
    parent = parent.parent;
  const ownName = owner.name === undefined ? '' : textOf(owner.name);
  const name = ts.isBinaryExpression(parent)
    ? textOf(parent.left)
    : ts.isVariableDeclaration(parent)
      ? textOf(parent.name)
      : ownName;
  if (routeMethods.test(name)) return carriers.request;
  if (!handlerNames.test(name)) return undefined;
  const parameter = ts.isIdentifier(node.name) ? node.name.text : 'event';
  return /^_?(event|evt|e|payload|input|record)$/i.test(parameter) ? carriers.event : undefined;
}

function isDecorated(node: ts.ParameterDeclaration): boolean {
  const decorators = ts.getDecorators(node) ?? [];
  return decorators.some(({ expression }) => {
    const callee = ts.isCallExpression(expression) ? expression.expression : expression;
    return parameterDecorators.test(textOf(callee));
  });
}
