import type { Protocol } from '@magi/contracts';
import { defineProtocol } from '../define-protocol.ts';
import { severities } from '../severities.ts';

/** The loop simply stops at its limit: there is nothing to choose. */
const stop: Protocol['decisions']['cap'] = {
  options: [{ id: 'stop', label: 'Stop', effect: 'stop' }],
  freeText: false,
};

/** Seed 000: every reviewer must be silent, at every severity; at most five reviews. */
export const reviewFix = defineProtocol({
  id: 'review-fix',
  version: 1,
  title: 'Review and fix until nobody says anything (seed 000)',
  entry: 'review',
  validateBeforeReview: false,
  panel: {
    scanners: ['critic', 'pedant', 'witness', 'security-reviewer', 'silent-failure-hunter'],
    select: 'all',
    quorum: 'all',
    fault: { retries: 1, afterwards: 'block' },
    timeoutMs: 600_000,
  },
  merge: { kind: 'and' },
  missingAssertion: 'fail',
  claimVsEvidence: 'recount',
  severities: severities(['critical'], ['warning'], ['info']),
  gate: { max: { critical: 0, warning: 0, info: 0 }, checks: 'and', unlisted: 'block' },
  budget: { reviews: 5, attemptSpends: 'start' },
  detectors: [
    { name: 'unchanged', action: 'warn', limit: 2 },
    { name: 'churn', action: 'warn', limit: 2 },
  ],
  oscillationPrecedence: 'accept',
  fix: {
    scope: 'all',
    isolation: 'worktree',
    commit: 'per_attempt',
    validate: [],
    conflict: 'none',
    decline: 'forbid',
  },
  decisions: { cap: stop, stall: stop, conflict: stop },
  unattended: 'stop',
  publication: 'none',
  artifacts: { codec: 'minions', suffix: '.json' },
  terms: { converged: 'DONE', exhausted: 'STOPPED', escalated: 'STOPPED', review: 'R1', fix: 'R2' },
});
