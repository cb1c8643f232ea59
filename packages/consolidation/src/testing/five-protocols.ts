import type { Protocol } from '@magi/contracts';
import { protocol } from './reviews.ts';

/*
 * The five published protocols as far as deciding a round goes. The shipped declarations live in
 * `packages/protocols`, which this package must not import.
 */

const goOn: Protocol['decisions']['cap'] = {
  options: [
    { id: 'proceed', label: 'Proceed anyway', effect: 'accept' },
    { id: 'adjust', label: 'Adjust approach', effect: 'retry' },
    { id: 'stop', label: 'Stop', effect: 'stop' },
  ],
  freeText: true,
};
const asking = { cap: goOn, stall: goOn, conflict: goOn };
const bySeverity = { checks: 'and', unlisted: 'block' } as const;

export const fiveProtocols = {
  '000': protocol({
    id: 'review-fix',
    gate: { ...bySeverity, max: { critical: 0, warning: 0, info: 0 } },
    budget: { reviews: 5, attemptSpends: 'start' },
    fix: { ...protocol().fix, conflict: 'none', decline: 'forbid' },
  }),
  '001': protocol({
    id: 'revise',
    gate: { ...bySeverity, max: { critical: 0, warning: 0 } },
    budget: { attempts: 3, attemptSpends: 'completion', conflicts: 3 },
    detectors: [
      { name: 'conflict_repeat', action: 'escalate' },
      { name: 'count_not_lower', action: 'escalate', limit: 1 },
    ],
    fix: { ...protocol().fix, conflict: 'ask', decline: 'continue' },
    decisions: asking,
  }),
  '002': protocol({
    id: 'review-fix-loop',
    gate: { ...bySeverity, max: { critical: 0, warning: 0 } },
    budget: { attempts: 3, attemptSpends: 'start', attemptFailuresInRow: 2 },
    detectors: [
      { name: 'superset', action: 'stop' },
      { name: 'toggle', action: 'stop', on: 'set' },
      { name: 'period', action: 'stop' },
    ],
    fix: { ...protocol().fix, conflict: 'escalate', decline: 'block' },
  }),
  '003': protocol({
    id: 'magi',
    gate: { ...bySeverity, max: {} },
    budget: { reviews: 3, attemptSpends: 'start' },
    detectors: [
      { name: 'unchanged', action: 'escalate', limit: 2 },
      { name: 'toggle', action: 'escalate', on: 'check' },
    ],
    decisions: asking,
  }),
  '004': protocol({
    id: 'pipeline',
    entry: 'fix',
    gate: { ...bySeverity, preset: 'all_pass', max: {} },
    budget: { reviews: 3, hardCap: 5, attemptSpends: 'start' },
    detectors: [{ name: 'repeat', action: 'warn', limit: 3 }],
    fix: { ...protocol().fix, conflict: 'none', decline: 'forbid' },
  }),
} as const satisfies Record<string, Protocol>;
