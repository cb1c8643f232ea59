import { isAtLeast, type Protocol, type Severity } from '@magi/contracts';
import type { KnownProblem } from './identity.ts';

/** Whether a problem may count against the change, and if not, why it is only advice. */
export type Standing = { readonly counts: true } | { readonly counts: false; readonly why: string };

/**
 * Decides what a problem may do before any vote is taken.
 *
 * Advice only: what was there before the change, below critical; and, from the protocol's ratchet
 * round on, a new problem below critical that the loop's own attempts did not bring in. Later rounds
 * may add blocking findings and regressions, not ever finer opinions.
 */
export function standingOf(problem: KnownProblem, round: number, protocol: Protocol): Standing {
  const { finding, lastSeen } = problem;
  if (isAtLeast(finding.severity, 'critical')) return { counts: true };
  if (finding.origin === 'pre_existing' && finding.introducedBy === undefined) {
    return { counts: false, why: 'it lies on lines that the change did not touch' };
  }
  const ratchet = protocol.ratchetFromRound;
  const isLate = ratchet !== undefined && round >= ratchet && lastSeen === null;
  if (isLate && finding.introducedBy === undefined) {
    const why = `it is new in round ${round}; from round ${ratchet} on only critical findings and regressions are added`;
    return { counts: false, why };
  }
  return { counts: true };
}

/** Severity from which an issue outside of all checklists counts; below it is advice. */
export const unlistedFailsAt: Severity = 'warning';
