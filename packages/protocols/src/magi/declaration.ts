import type { Protocol } from '@magi/contracts';
import { defineProtocol } from '../define-protocol.ts';
import { severities } from '../severities.ts';

const goOn: Protocol['decisions']['cap'] = {
  options: [
    { id: 'retry', label: 'Grant three more reviews', effect: 'retry' },
    { id: 'accept', label: 'Accept with what is open', effect: 'accept' },
    { id: 'stop', label: 'Stop here', effect: 'stop' },
  ],
  freeText: true,
};

/**
 * Seed 003: parallel scanners, strict logical AND, at most three reviews, and a person when the
 * checklist goes round in circles.
 */
export const magi = defineProtocol({
  id: 'magi',
  version: 1,
  title: 'Consensus review by logical AND (seed 003)',
  entry: 'review',
  validateBeforeReview: false,
  panel: {
    scanners: ['core', 'security', 'performance'],
    select: 'routing',
    quorum: 'all',
    fault: { retries: 1, afterwards: 'block' },
    timeoutMs: 300_000,
  },
  merge: { kind: 'and' },
  missingAssertion: 'fail',
  claimVsEvidence: 'recount',
  severities: severities(
    ['critical', 'high', 'error'],
    ['warning', 'medium'],
    ['info', 'low', 'note'],
  ),
  gate: { max: {}, checks: 'and', unlisted: 'block' },
  budget: { reviews: 3, attemptSpends: 'start' },
  detectors: [
    { name: 'unchanged', action: 'escalate', limit: 2 },
    { name: 'toggle', action: 'escalate', on: 'check' },
  ],
  oscillationPrecedence: 'accept',
  fix: {
    scope: 'all',
    isolation: 'worktree',
    commit: 'per_attempt',
    validate: ['focused', 'full'],
    conflict: 'ask',
    decline: 'block',
  },
  decisions: {
    cap: goOn,
    stall: goOn,
    conflict: {
      options: [
        { id: 'resolve', label: 'Say what shall hold', effect: 'resolve' },
        { id: 'stop', label: 'Stop here', effect: 'stop' },
      ],
      freeText: true,
    },
  },
  unattended: 'park',
  publication: 'none',
  artifacts: { codec: 'magi', suffix: '.magi.json' },
  terms: {
    converged: 'COMPLETED',
    exhausted: 'ESCALATION',
    escalated: 'ESCALATION',
    review: 'iteration',
    fix: 'SYNTHESIS',
  },
});
