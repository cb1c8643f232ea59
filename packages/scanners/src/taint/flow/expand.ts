import type { FunctionNode } from '../model/binding.ts';
import type { Flow } from './flow.ts';
import { callersOf } from './local-functions.ts';
import { memberOf } from './member-of.ts';
import { madeSafe, type Origin, type Taint, union } from './origin.ts';

const maxCallers = 8;
const maxHops = 3;

/**
 * Looks behind parameters: what the calls in the same file put into them.
 *
 * A parameter stays a parameter (level 1) when nothing worse is found: other files may call too.
 */
export function expanded(taint: Taint, flow: Flow, hops = 0): Taint {
  if (hops >= maxHops || taint.every((origin) => origin.parameter === undefined)) return taint;
  return union(...taint.map((origin) => union([origin], fromCallers(origin, flow, hops))));
}

function fromCallers(origin: Origin, flow: Flow, hops: number): Taint {
  const parameter = origin.parameter;
  if (parameter === undefined) return [];
  const owner = parameter.parent as FunctionNode;
  const index = owner.parameters.indexOf(parameter);
  const calls = callersOf(owner, flow).slice(0, maxCallers);
  return union(
    ...calls.map((call) => {
      const argument = expanded(flow.ask(call.arguments[index]), flow, hops + 1);
      const member = origin.member;
      const value = member === undefined ? argument : memberOf(argument, member, call);
      return madeSafe(value, origin.safeFor).map((found) => ({
        ...found,
        steps: [...found.steps, call, ...origin.steps].slice(-8),
      }));
    }),
  );
}
