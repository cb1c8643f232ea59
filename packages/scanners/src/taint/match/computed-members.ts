import { ts } from 'ts-morph';
import type { Flow } from '../flow/flow.ts';
import type { Origin } from '../flow/origin.ts';
import { onlyValue } from '../model/constant.ts';
import { enclosingFunction, textOf, unwrap } from '../model/syntax.ts';
import { chosenMethod } from '../rules/code.ts';
import { chosenKey, chosenMember } from '../rules/prototype.ts';
import type { Problem } from './find-problems.ts';
import { functionAround, receivingName } from './surroundings.ts';
import { worstOrigin } from './worst-origin.ts';

/** Tests that keep a key from reaching a prototype, wherever they stand in the function. */
const keyTests =
  /['"`](__proto__|prototype|constructor)['"`]|\bhasOwn|Object\.create\(null\)|new Map\(/;

/** Finds members that are written or called under a name somebody else controls. */
export function findComputedMembers(flow: Flow): readonly Problem[] {
  const written = flow.model.assignments.flatMap((node): Problem[] => {
    const left = unwrap(node.left);
    if (!ts.isElementAccessExpression(left)) return [];
    const origin = keyOrigin(left, flow);
    if (origin === undefined || isKeyTested(node)) return [];
    if (isReachingPrototype(left, node, flow)) return [{ rule: chosenKey, node, origin }];
    return origin.level === 3 ? [{ rule: chosenMember, node, origin }] : [];
  });
  const called = flow.model.calls.flatMap((node): Problem[] => {
    const callee = unwrap(node.expression);
    if (!ts.isCallExpression(node)) return [];
    const value = ts.isIdentifier(callee) ? onlyValue(callee, flow.model) : callee;
    const member = value === undefined ? undefined : unwrap(value);
    if (member === undefined || !ts.isElementAccessExpression(member)) return [];
    const origin = worstOrigin(flow.ask(member.argumentExpression), { harm: 'code' }, flow);
    return origin === undefined ? [] : [{ rule: chosenMethod, node: member, origin }];
  });
  return [...written, ...called];
}

function keyOrigin(left: ts.ElementAccessExpression, flow: Flow): Origin | undefined {
  return worstOrigin(flow.ask(left.argumentExpression), { harm: 'prototype' }, flow);
}

/**
 * One chosen key can only replace a member; two of them, or a loop that descends by them, reach the
 * prototype of every object.
 */
function isReachingPrototype(
  left: ts.ElementAccessExpression,
  node: ts.BinaryExpression,
  flow: Flow,
): boolean {
  const owner = unwrap(left.expression);
  if (ts.isElementAccessExpression(owner) && keyOrigin(owner, flow) !== undefined) return true;
  return isDescent(node);
}

/** `target = target[key]`, or a call of the function itself with `target[key]`. */
function isDescent(node: ts.BinaryExpression): boolean {
  const left = unwrap(node.left);
  const owner = enclosingFunction(node);
  if (owner === undefined || !ts.isElementAccessExpression(left)) return false;
  const target = textOf(left.expression);
  if (!/^\w+$/.test(target)) return false;
  const text = functionAround(node);
  if (new RegExp(`\\b${target}\\s*=\\s*\\(?${target}\\[`).test(text)) return true;
  const self = owner.name === undefined ? receivingName(owner) : textOf(owner.name);
  return /^\w+$/.test(self) && new RegExp(`\\b${self}\\(\\s*${target}\\[`).test(text);
}

function isKeyTested(node: ts.Node): boolean {
  return enclosingFunction(node) !== undefined && keyTests.test(functionAround(node));
}
