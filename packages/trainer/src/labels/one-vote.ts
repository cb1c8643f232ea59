import type { Label, LabelValue } from './label.ts';

/** The stronger evidence first: a fix outweighs a word, a word outweighs silence. */
const STRENGTH: readonly LabelValue[] = [
  'fixed',
  'dismissed',
  'overridden',
  'flipped',
  'unresolved',
  'passed',
];

/**
 * Leaves one label per check, change and author, so that nobody votes twice.
 *
 * Counts of rounds are summed; of several outcomes the one with the strongest evidence stays, and
 * of two equally strong ones the later.
 */
export function oneVoteEach(labels: readonly Label[]): readonly Label[] {
  const votes = new Map<string, Label>();
  for (const label of labels) {
    const key = JSON.stringify([label.check, label.change, label.author]);
    const other = votes.get(key);
    votes.set(key, other ? merge(other, label) : label);
  }
  return [...votes.values()];
}

function merge(a: Label, b: Label): Label {
  const [first, second] = a.at <= b.at ? [a, b] : [b, a];
  const stronger =
    STRENGTH.indexOf(first.value) < STRENGTH.indexOf(second.value) ? first.value : second.value;
  return {
    ...second,
    value: stronger,
    evaluated: a.evaluated + b.evaluated,
    failed: a.failed + b.failed,
    quietPairs: a.quietPairs + b.quietPairs,
    flips: a.flips + b.flips,
    disagreements: a.disagreements + b.disagreements,
    caughtBlocker: a.caughtBlocker || b.caughtBlocker,
    files: [...new Set([...a.files, ...b.files])].sort(),
    costUsd: a.costUsd + b.costUsd,
    costMs: a.costMs + b.costMs,
  };
}
