import type { DetectorName, Protocol, RoundRecord, Signal } from '@magi/contracts';
import { attemptFailed, conflictRepeat, conflictTotal } from './detectors/attempts.ts';
import { churn } from './detectors/churn.ts';
import type { Detector } from './detectors/detector.ts';
import { period } from './detectors/period.ts';
import { countNotLower, plateau, superset } from './detectors/progress.ts';
import { repeat } from './detectors/repeat.ts';
import { roundViews } from './detectors/round-view.ts';
import { toggle } from './detectors/toggle.ts';
import { unchanged } from './detectors/unchanged.ts';

const detectors: Readonly<Record<DetectorName, Detector>> = {
  unchanged,
  toggle,
  period,
  count_not_lower: countNotLower,
  plateau,
  superset,
  repeat,
  churn,
  attempt_failed: attemptFailed,
  conflict_repeat: conflictRepeat,
  conflict_total: conflictTotal,
};

/** Detectors that mean something even when nothing fails any more. */
const tellsOscillation: ReadonlySet<DetectorName> = new Set(['toggle', 'period']);

/**
 * Asks the protocol's detectors, in its order, what they see in the history up to its last round.
 *
 * Incomplete rounds are not compared with others. On an accepted round only oscillation is still
 * told, and only as a warning unless the protocol lets it outweigh acceptance.
 *
 * @param history rounds of the run, oldest first
 */
export function detectSignals(
  history: readonly RoundRecord[],
  protocol: Pick<Protocol, 'detectors' | 'oscillationPrecedence'>,
): Signal[] {
  const last = history.at(-1);
  const views = roundViews(history);
  if (last === undefined || views.at(-1)?.record !== last) return [];
  const isAccepted = last.consolidation.verdict === 'ACCEPT';
  const isHarmless = isAccepted && protocol.oscillationPrecedence === 'accept';
  return protocol.detectors
    .filter(({ name }) => !isAccepted || tellsOscillation.has(name))
    .flatMap((config) => {
      const sighting = detectors[config.name](views, config);
      if (sighting === null) return [];
      const action = isHarmless ? 'warn' : config.action;
      const { message, evidence, keys } = sighting;
      const seen = { message, evidence: [...evidence], keys: [...keys] };
      return [{ detector: config.name, action, round: last.round, ...seen }];
    });
}
