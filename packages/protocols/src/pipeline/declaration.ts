import type { Protocol } from '@magi/contracts';
import { defineProtocol } from '../define-protocol.ts';
import { severities } from '../severities.ts';

/** At the limit the pipeline reports what it has and recommends a look by hand. */
const report: Protocol['decisions']['cap'] = {
  options: [{ id: 'stop', label: 'Report the partial result', effect: 'stop' }],
  freeText: false,
};

/** Seed 004: a worker does the work first, a reviewer judges it; three rounds, five at most. */
export const pipeline = defineProtocol({
  id: 'pipeline',
  version: 1,
  title: 'Worker, then reviewer (seed 004)',
  entry: 'fix',
  validateBeforeReview: false,
  panel: {
    scanners: [],
    select: 'all',
    quorum: 'all',
    fault: { retries: 1, afterwards: 'block' },
    timeoutMs: 300_000,
  },
  merge: { kind: 'and' },
  missingAssertion: 'fail',
  claimVsEvidence: 'recount',
  severities: severities(['Critical', 'critical'], ['Major', 'warning'], ['Minor', 'info']),
  gate: { preset: 'all_pass', max: {}, checks: 'and', unlisted: 'block' },
  budget: { reviews: 3, hardCap: 5, attemptSpends: 'start', wallClockMs: 900_000 },
  detectors: [{ name: 'repeat', action: 'warn', limit: 3 }],
  oscillationPrecedence: 'accept',
  fix: {
    scope: 'all',
    isolation: 'worktree',
    commit: 'per_attempt',
    validate: [],
    conflict: 'none',
    decline: 'forbid',
  },
  decisions: { cap: report, stall: report, conflict: report },
  unattended: 'stop',
  publication: 'none',
  artifacts: { codec: 'worker-reviewer', suffix: '.json' },
  terms: {
    converged: 'PASS',
    exhausted: 'FAIL',
    escalated: 'FAIL',
    review: 'Iteration',
    fix: 'Worker',
  },
});
