import type { ts } from 'ts-morph';
import type { Flow } from '../flow/flow.ts';
import type { Origin, Taint } from '../flow/origin.ts';
import type { Concern } from '../rules/rule.ts';
import { isHarmless } from './harmless.ts';
import { viewOf } from './view.ts';
import { worstOrigin } from './worst-origin.ts';

/** What a concern came to: an origin, or parts of unknown origin. */
export type Judgement = { readonly origin: Origin } | { readonly isUnknown: true };

/** Asks whether any of the values can do the harm a rule is concerned with. */
export function judge(
  concern: Concern,
  values: readonly ts.Expression[],
  flow: Flow,
): Judgement | undefined {
  const taint: Taint = values.flatMap((value) => flow.ask(value));
  const origin = worstOrigin(taint, concern, flow);
  if (origin !== undefined) return { origin };
  const isUnknown = values.some((value) => isUnknownValue(concern, value, flow));
  return isUnknown ? { isUnknown } : undefined;
}

/** A value whose origins are all known, and harmless here, is not unknown. */
function isUnknownValue({ unknown, harm }: Concern, value: ts.Expression, flow: Flow): boolean {
  if (unknown === undefined) return false;
  const view = viewOf(value, flow);
  if (unknown === 'dynamic') return view.taint.length === 0 && !isHarmless(value, harm, flow);
  return view.isComposed && view.openParts.some((part) => !isHarmless(part, harm, flow));
}
