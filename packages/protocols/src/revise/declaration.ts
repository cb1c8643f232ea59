import type { Protocol } from '@magi/contracts';
import { defineProtocol } from '../define-protocol.ts';
import { severities } from '../severities.ts';

const goOn: Protocol['decisions']['cap'] = {
  options: [
    { id: 'proceed', label: 'Proceed anyway', effect: 'accept' },
    { id: 'adjust', label: 'Adjust approach', effect: 'retry' },
    { id: 'abandon', label: 'Abandon', effect: 'stop' },
  ],
  freeText: true,
};

/**
 * Seed 001: check, revise, escalate. Three revisions, a person as soon as the count of issues does
 * not fall, and a channel for what the producer cannot satisfy.
 */
export const revise = defineProtocol({
  id: 'revise',
  version: 1,
  title: 'Check, revise, escalate (seed 001)',
  entry: 'review',
  validateBeforeReview: false,
  panel: {
    scanners: [],
    select: 'all',
    quorum: 'all',
    fault: { retries: 1, afterwards: 'ask' },
    timeoutMs: 600_000,
  },
  merge: { kind: 'and' },
  missingAssertion: 'fail',
  claimVsEvidence: 'recount',
  severities: severities(['blocker', 'critical'], ['warning'], ['info']),
  gate: { max: { critical: 0, warning: 0 }, checks: 'and', unlisted: 'block' },
  budget: { attempts: 3, attemptSpends: 'completion', conflicts: 3, attemptFailuresInRow: 2 },
  detectors: [
    { name: 'conflict_repeat', action: 'escalate' },
    { name: 'count_not_lower', action: 'escalate', limit: 1 },
  ],
  oscillationPrecedence: 'accept',
  fix: {
    scope: 'all',
    isolation: 'worktree',
    commit: 'per_attempt',
    validate: [],
    conflict: 'ask',
    decline: 'continue',
  },
  decisions: {
    cap: goOn,
    stall: goOn,
    conflict: {
      options: [
        { id: 'adopt', label: 'Adopt a named alternative', effect: 'resolve' },
        { id: 'override', label: 'Override the constraint', effect: 'resolve' },
        { id: 'amend', label: 'Amend the constraint', effect: 'resolve' },
      ],
      freeText: true,
    },
  },
  unattended: 'park',
  publication: 'none',
  artifacts: { codec: 'gsd', suffix: '.md' },
  terms: {
    converged: 'accepted',
    accepted_with_findings: 'proceed',
    exhausted: 'cap',
    escalated: 'stall',
    stopped: 'abandoned',
    review: 'check',
    fix: 'revision',
  },
});
