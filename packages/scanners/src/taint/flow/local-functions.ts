import { ts } from 'ts-morph';
import type { FunctionNode } from '../model/binding.ts';
import { onlyValue, propertyValue } from '../model/constant.ts';
import { bindingOf } from '../model/declare-names.ts';
import { isFunction, nameOfProperty, unwrap } from '../model/syntax.ts';
import type { Flow } from './flow.ts';

const Kind = ts.SyntaxKind;
const maxReturns = 24;

/** The function of this file that a call runs, when that is plain to see. */
export function calledFunction(
  node: ts.CallExpression | ts.NewExpression,
  flow: Flow,
): FunctionNode | undefined {
  if (ts.isNewExpression(node)) return undefined;
  const callee = unwrap(node.expression);
  if (isFunction(callee)) return callee;
  if (ts.isIdentifier(callee)) return functionNamed(callee, flow);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const receiver = unwrap(callee.expression);
  if (receiver.kind === Kind.ThisKeyword) return methodAround(node, callee.name.text);
  if (!ts.isIdentifier(receiver)) return undefined;
  return methodOf(receiver, callee.name.text, flow);
}

/** The function that an expression is, or names. */
export function functionBehind(expression: ts.Expression, flow: Flow): FunctionNode | undefined {
  const node = unwrap(expression);
  if (isFunction(node)) return node;
  return ts.isIdentifier(node) ? functionNamed(node, flow) : undefined;
}

/** The calls of every function of the file. */
export function callersOf(target: FunctionNode, flow: Flow): readonly ts.CallExpression[] {
  if (flow.callers === undefined) {
    const callers = new Map<FunctionNode, ts.CallExpression[]>();
    for (const call of flow.model.calls) {
      const called = ts.isCallExpression(call) ? calledFunction(call, flow) : undefined;
      if (called === undefined || !ts.isCallExpression(call)) continue;
      const known = callers.get(called);
      if (known === undefined) callers.set(called, [call]);
      else known.push(call);
    }
    flow.callers = callers;
  }
  return flow.callers.get(target) ?? [];
}

/** Every expression a function gives back. */
export function returnedValues(target: FunctionNode): readonly ts.Expression[] {
  const body = target.body;
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body];
  const values: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (values.length >= maxReturns || isFunction(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node)) {
      if (node.expression !== undefined) values.push(node.expression);
    } else if (!ts.isExpression(node)) ts.forEachChild(node, visit);
  };
  for (const statement of body.statements) visit(statement);
  return values;
}

function functionNamed(name: ts.Identifier, flow: Flow): FunctionNode | undefined {
  const binding = bindingOf(name, flow.model.names);
  if (binding === undefined) return undefined;
  if (isFunction(binding.declaration) && binding.kind === 'function') return binding.declaration;
  const value = onlyValue(name, flow.model);
  const inner = value === undefined ? undefined : unwrap(value);
  return inner !== undefined && isFunction(inner) ? inner : undefined;
}

function methodAround(node: ts.Node, name: string): FunctionNode | undefined {
  let owner: ts.Node | undefined = node.parent;
  while (owner !== undefined && !ts.isClassLike(owner)) owner = owner.parent;
  return owner === undefined ? undefined : memberNamed(owner, name);
}

function methodOf(receiver: ts.Identifier, name: string, flow: Flow): FunctionNode | undefined {
  const binding = bindingOf(receiver, flow.model.names);
  if (binding?.kind === 'class' && ts.isClassLike(binding.declaration))
    return memberNamed(binding.declaration, name);
  const value = onlyValue(receiver, flow.model);
  if (value === undefined) return undefined;
  const object = unwrap(value);
  if (ts.isNewExpression(object) && ts.isIdentifier(object.expression)) {
    const owner = bindingOf(object.expression, flow.model.names)?.declaration;
    return owner !== undefined && ts.isClassLike(owner) ? memberNamed(owner, name) : undefined;
  }
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const property = object.properties.find(
    (member) => member.name !== undefined && nameOfProperty(member.name) === name,
  );
  if (property !== undefined && ts.isMethodDeclaration(property)) return property;
  const inner = propertyValue(object, name);
  return inner !== undefined && isFunction(inner) ? inner : undefined;
}

function memberNamed(owner: ts.ClassLikeDeclaration, name: string): FunctionNode | undefined {
  for (const member of owner.members) {
    if (member.name === undefined || nameOfProperty(member.name) !== name) continue;
    if (ts.isMethodDeclaration(member)) return member;
    if (ts.isPropertyDeclaration(member) && member.initializer !== undefined) {
      const value = unwrap(member.initializer);
      return isFunction(value) ? value : undefined;
    }
  }
  return undefined;
}
