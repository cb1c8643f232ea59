import type { Protocol } from '@magi/contracts';

const noChoice = {
  options: [{ id: 'stop', label: 'Stop', effect: 'stop' as const }],
  freeText: false,
};

/** A protocol with strict AND and nothing else, for made-up histories. */
export const plainProtocol: Protocol = {
  id: 'plain',
  version: 1,
  title: 'Strict AND',
  entry: 'review',
  validateBeforeReview: false,
  panel: {
    scanners: ['core'],
    select: 'all',
    quorum: 'all',
    fault: { retries: 0, afterwards: 'block' },
    timeoutMs: 1_000,
  },
  merge: { kind: 'and' },
  missingAssertion: 'fail',
  claimVsEvidence: 'recount',
  severities: [],
  gate: { max: {}, checks: 'and', unlisted: 'ignore' },
  budget: { reviews: 3, attemptSpends: 'start' },
  detectors: [],
  oscillationPrecedence: 'accept',
  fix: {
    scope: 'all',
    isolation: 'none',
    commit: 'none',
    validate: [],
    conflict: 'none',
    decline: 'continue',
  },
  decisions: { cap: noChoice, stall: noChoice, conflict: noChoice },
  unattended: 'stop',
  publication: 'none',
  artifacts: { codec: 'magi', suffix: '.magi.json' },
  terms: {},
};
