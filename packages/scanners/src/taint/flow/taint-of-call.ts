import { ts } from 'ts-morph';
import type { FunctionNode } from '../model/binding.ts';
import { lastName, nameOf } from '../model/callee-name.ts';
import { isFunction, unwrap } from '../model/syntax.ts';
import {
  argumentsThrough,
  callbackResult,
  numeric,
  sanitizerModules,
  sanitizers,
} from '../sanitizers/sanitizers.ts';
import { callSources } from '../sources/expressions.ts';
import type { Flow } from './flow.ts';
import { calledFunction, returnedValues } from './local-functions.ts';
import { memberOf } from './member-of.ts';
import {
  clean,
  doubted,
  Harm,
  madeSafe,
  type Origin,
  type Taint,
  through,
  union,
} from './origin.ts';
import { removedBy } from './removed-by.ts';

/** What a call or a construction gives back. */
export function taintOfCall(node: ts.CallExpression | ts.NewExpression, flow: Flow): Taint {
  const callee = nameOf(node.expression, flow.model);
  const source = callSources.find((candidate) => candidate.name.test(callee));
  if (source !== undefined) {
    const origin: Origin = { level: source.level, node, safeFor: 0, steps: [] };
    return [source.carrier === undefined ? origin : { ...origin, carrier: source.carrier }];
  }
  const name = lastName(callee);
  const sanitizer = sanitizers.find((candidate) => candidate.names.test(name));
  const local = calledFunction(node, flow);
  const given =
    local === undefined ? taintGiven(node, name, flow) : taintReturned(node, local, flow);
  if (given.length === 0) return clean;
  if (sanitizer !== undefined) return madeSafe(given, sanitizer.safeFor);
  if (name === 'replace' || name === 'replaceAll')
    return madeSafe(given, removedBy(node.arguments?.[0]));
  if (numeric.test(callee)) return clean;
  if (sanitizerModules.test(callee)) return madeSafe(given, Harm.html | Harm.sql | Harm.command);
  return given;
}

/** An unseen function: what its receiver and its arguments bring. */
function taintGiven(node: ts.CallExpression | ts.NewExpression, name: string, flow: Flow): Taint {
  const values = (node.arguments ?? []).filter((argument) => !isFunction(unwrap(argument)));
  const given = union(...values.map((argument) => flow.ask(argument)));
  const passed = argumentsThrough.has(name) ? withoutCarriers(given) : doubted(given);
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return passed;
  const receiver = taintOfReceiver(callee, flow);
  const callback = node.arguments?.[0];
  if (callback !== undefined && callbackResult.has(name) && receiver.length > 0) {
    const body = unwrap(callback);
    if (isFunction(body)) return union(...returnedValues(body).map((value) => flow.ask(value)));
  }
  return union(receiver, passed);
}

function taintOfReceiver(callee: ts.PropertyAccessExpression, flow: Flow): Taint {
  const method = callee.name.text;
  return flow.ask(callee.expression).flatMap((origin): Origin[] => {
    const { carrier, ...value } = origin;
    if (carrier === undefined) return [origin];
    const isSource = carrier.methods.has(method) || carrier.isRemote;
    return isSource ? [{ ...value, node: callee }] : [];
  });
}

function withoutCarriers(taint: Taint): Taint {
  return taint.filter((origin) => origin.carrier === undefined || origin.carrier.isRemote);
}

/** A function of this file: its returns, with its parameters replaced by what this call gives. */
function taintReturned(
  node: ts.CallExpression | ts.NewExpression,
  target: FunctionNode,
  flow: Flow,
): Taint {
  const returned = union(...returnedValues(target).map((value) => flow.ask(value)));
  const parts = returned.map((origin): Taint => {
    const index = origin.parameter === undefined ? -1 : target.parameters.indexOf(origin.parameter);
    if (index < 0) return [origin];
    const argument = flow.ask(node.arguments?.[index]);
    const member = origin.member;
    const value = member === undefined ? argument : memberOf(argument, member, node);
    return through(madeSafe(value, origin.safeFor), node);
  });
  return union(...parts);
}
