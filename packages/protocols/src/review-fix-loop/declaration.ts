import type { Protocol } from '@magi/contracts';
import { defineProtocol } from '../define-protocol.ts';
import { severities } from '../severities.ts';

/** Nobody is asked: the result says what a person has to do. */
const report: Protocol['decisions']['cap'] = {
  options: [{ id: 'stop', label: 'Return the result', effect: 'stop' }],
  freeText: false,
};

/**
 * Seed 002: isolated fixes, proven before promotion, one commit each; three attempts by default,
 * ten at most; published once.
 */
export const reviewFixLoop = defineProtocol({
  id: 'review-fix-loop',
  version: 1,
  title: 'Isolated fixes with proof, published once (seed 002)',
  entry: 'review',
  validateBeforeReview: true,
  panel: {
    scanners: [],
    select: 'all',
    quorum: 'all',
    fault: { retries: 0, afterwards: 'block' },
    timeoutMs: 600_000,
  },
  merge: { kind: 'and' },
  missingAssertion: 'fail',
  claimVsEvidence: 'recount',
  severities: severities(
    ['blocking', 'critical'],
    ['strong_recommendation', 'warning'],
    ['defer', 'info'],
  ),
  gate: { max: { critical: 0, warning: 0 }, checks: 'and', unlisted: 'block' },
  budget: { attempts: 3, attemptSpends: 'start', attemptFailuresInRow: 2, hardCap: 11 },
  detectors: [
    { name: 'superset', action: 'stop' },
    { name: 'toggle', action: 'stop', on: 'set' },
    { name: 'period', action: 'stop' },
    { name: 'churn', action: 'warn', limit: 2 },
  ],
  oscillationPrecedence: 'accept',
  fix: {
    scope: 'batch',
    isolation: 'worktree',
    commit: 'per_attempt',
    validate: ['focused', 'full'],
    conflict: 'escalate',
    decline: 'block',
  },
  decisions: { cap: report, stall: report, conflict: report },
  unattended: 'stop',
  publication: 'local_commit',
  artifacts: { codec: 'review-fix-loop', suffix: '.json' },
  terms: {
    converged: 'converged',
    exhausted: 'changes_remaining',
    escalated: 'changes_remaining',
    blocked: 'blocked',
    review: 'review',
    fix: 'cycle',
    budget_attempts: 'cycle_budget_exhausted',
    hard_cap: 'cycle_budget_exhausted',
    superset: 'expanding_findings',
    toggle: 'oscillation',
    period: 'oscillation',
    attempt_failed: 'repeated_failed_attempt',
    conflict: 'scope_decision_required',
    conflict_undo: 'scope_decision_required',
    head_moved: 'candidate_integrity_failure',
    branch_switched: 'candidate_integrity_failure',
    dirty_worktree: 'candidate_integrity_failure',
    dirty: 'candidate_integrity_failure',
    not_fast_forward: 'candidate_integrity_failure',
    integrity: 'candidate_integrity_failure',
    base_moved: 'base_drift',
    review_incomplete: 'missing_capability',
    review_unusable: 'reviewer_integrity_failure',
    empty_panel: 'missing_capability',
  },
});
