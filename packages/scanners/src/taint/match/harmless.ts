import { ts } from 'ts-morph';
import type { Flow } from '../flow/flow.ts';
import { guardedAgainst } from '../flow/guards.ts';
import { isHarmlessType } from '../flow/harmless-type.ts';
import { Harm } from '../flow/origin.ts';
import { lastName, nameOf } from '../model/callee-name.ts';
import { isConstant } from '../model/constant.ts';
import { bindingOf } from '../model/declare-names.ts';
import { isFunction, unwrap } from '../model/syntax.ts';
import { numeric, sanitizerModules, sanitizers } from '../sanitizers/sanitizers.ts';
import { partsOf } from './composition.ts';

const maxHops = 3;
const maxWrites = 12;

/**
 * True when a value of unknown origin cannot do the harm all the same: constants, numbers, results
 * of sanitizers, lists of placeholders.
 */
export function isHarmless(expression: ts.Expression, harm: Harm, flow: Flow, hops = 0): boolean {
  if (hops > maxHops) return false;
  const node = unwrap(expression);
  if (isConstant(node, flow.model)) return true;
  if ((guardedAgainst(node, flow) & Harm[harm]) !== 0) return true;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return true;
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].every((part) => isHarmless(part, harm, flow, hops + 1));
  if (ts.isTemplateExpression(node) || ts.isBinaryExpression(node))
    return openPartsOf(node, flow).every((part) => isHarmless(part, harm, flow, hops + 1));
  if (ts.isCallExpression(node)) return isHarmlessCall(node, harm, flow, hops);
  if (ts.isPropertyAccessExpression(node)) return /^(length|size)$/.test(node.name.text);
  if (!ts.isIdentifier(node)) return false;
  const binding = bindingOf(node, flow.model.names);
  if (binding === undefined) return false;
  if (binding.type !== undefined && isHarmlessType(binding.type)) return true;
  if (
    binding.kind !== 'variable' ||
    binding.writes.length === 0 ||
    binding.writes.length > maxWrites
  )
    return false;
  return binding.writes.every(
    ({ how, value }) =>
      (how === 'whole' || how === 'append') && isHarmless(value, harm, flow, hops + 1),
  );
}

/** Of anything but a text put together, the whole is open. */
function openPartsOf(node: ts.Expression, { model }: Flow): readonly ts.Expression[] {
  const parts = partsOf(node, model).filter((part) => typeof part !== 'string');
  return parts.length === 1 && parts[0] === node ? [] : parts;
}

function isHarmlessCall(node: ts.CallExpression, harm: Harm, flow: Flow, hops: number): boolean {
  const callee = nameOf(node.expression, flow.model);
  if (sanitizerModules.test(callee) || numeric.test(callee)) return true;
  const name = lastName(callee);
  const sanitizer = sanitizers.find(({ names }) => names.test(name));
  if (sanitizer !== undefined) return (sanitizer.safeFor & Harm[harm]) !== 0;
  const receiver = ts.isPropertyAccessExpression(node.expression)
    ? unwrap(node.expression.expression)
    : undefined;
  if (receiver === undefined) return false;
  // `ids.map(() => '?').join(', ')`
  if (name === 'join' || name === 'fill' || name === 'repeat')
    return isHarmless(receiver, harm, flow, hops + 1);
  const callback = node.arguments[0] === undefined ? undefined : unwrap(node.arguments[0]);
  if (name !== 'map' || callback === undefined || !isFunction(callback)) return false;
  const { body } = callback;
  return body !== undefined && !ts.isBlock(body) && isHarmless(body, harm, flow, hops + 1);
}
