import { expanded } from '../flow/expand.ts';
import type { Flow } from '../flow/flow.ts';
import { Harm, type Origin, type Taint } from '../flow/origin.ts';
import type { Concern } from '../rules/rule.ts';

/** The origin to report: the highest level that can do the harm and is high enough. */
export function worstOrigin(
  taint: Taint,
  { harm, least = 1, trustsEnvironment = false }: Omit<Concern, 'rule'>,
  flow: Flow,
): Origin | undefined {
  if (taint.length === 0) return undefined;
  const mask = Harm[harm];
  return expanded(taint, flow)
    .filter(
      ({ carrier, level, safeFor }) =>
        (safeFor & mask) === 0 &&
        level >= least &&
        !(trustsEnvironment && level === 2) &&
        (carrier === undefined || carrier.isRemote || carrier.name === 'location'),
    )
    .sort((left, right) => right.level - left.level)[0];
}
