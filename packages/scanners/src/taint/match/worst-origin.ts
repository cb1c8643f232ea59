import { expanded } from '../flow/expand.ts';
import type { Flow } from '../flow/flow.ts';
import { Harm, type Origin, type Taint } from '../flow/origin.ts';

/** The origin to report: the highest level that can do this harm and is high enough. */
export function worstOrigin(
  taint: Taint,
  sink: { readonly harm: Harm; readonly least?: 1 | 2 | 3 },
  flow: Flow,
): Origin | undefined {
  if (taint.length === 0) return undefined;
  const mask = Harm[sink.harm];
  return expanded(taint, flow)
    .filter(
      (origin) =>
        (origin.safeFor & mask) === 0 &&
        origin.level >= (sink.least ?? 1) &&
        (origin.carrier === undefined ||
          origin.carrier.isRemote ||
          origin.carrier.name === 'location'),
    )
    .sort((left, right) => right.level - left.level)[0];
}
