import { stage } from './stage-trace.js';

/** @import { Staged, StagedRound, Trace } from './stage-trace.js' */
/** @typedef {{ round: number, reason: string, converged: boolean }} Ending */

/** Detectors of design §8 in the order in which they are asked, with their usual limits. */
export const detectors = [
  { name: 'unchanged', action: 'escalate', limit: 2 },
  { name: 'toggle', action: 'escalate', on: 'set' },
  { name: 'period', action: 'escalate' },
  { name: 'repeat', action: 'escalate', limit: 3 },
  { name: 'churn', action: 'escalate', limit: 2 },
  { name: 'plateau', action: 'escalate', limit: 2 },
];

/** The published traces name families of reasons. */
const families = /** @type {Record<string, string>} */ ({
  toggle: 'oscillation',
  period: 'oscillation',
  count_not_lower: 'stall',
});

/**
 * Plays a trace through the shipped consolidation, detectors and decisions.
 *
 * @param {Record<string, any>} kit exports of the package's loop player
 * @param {Trace} trace
 * @returns {Ending}
 */
export function playTrace(kit, trace) {
  const rounds = stage(trace);
  const checks = Object.keys(rounds[0]?.checks ?? {});
  const budget = { attemptSpends: 'start', ...(trace.cap !== undefined && { reviews: trace.cap }) };
  const played = kit.playLoop({
    protocol: kit.protocol({ detectors, budget }),
    panel: [kit.scanner('reviewer', checks)],
    atMost: rounds.length,
    round: (/** @type {number} */ number) => {
      const round = /** @type {StagedRound} */ (rounds[number - 1]);
      const next = rounds[number];
      return {
        reviews: [
          kit.review(
            'reviewer',
            round.checks,
            round.findings.map((it) => reported(kit, it)),
          ),
        ],
        attempt: () => ({ written: writtenFor(next) }),
      };
    },
  });
  const { reason } = played.decision;
  return {
    round: played.rounds,
    reason: played.ended ? (families[reason] ?? reason) : 'never',
    converged: played.decision.outcome === 'converged',
  };
}

/**
 * @param {Record<string, any>} kit
 * @param {Staged} staged
 */
function reported(kit, { rule, message, evidence, line, symbol }) {
  return kit.finding({ rule, message, evidence, line, symbol });
}

/**
 * What an attempt writes: the lines on which the next round finds something new.
 * @param {StagedRound | undefined} next
 */
function writtenFor(next) {
  const lines = (next?.findings ?? []).filter(({ isNew }) => isNew).map(({ line }) => line);
  if (lines.length === 0) return [];
  return [{ file: 'a.ts', ranges: lines.map((start) => ({ start, count: 1 })) }];
}
