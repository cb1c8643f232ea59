import type { Attempt } from '@magi/contracts';
import { attemptsOf } from '../attempts-of.ts';
import type { Detector } from './detector.ts';
import type { RoundView } from './round-view.ts';

/** The last `limit` attempts (default 2) changed nothing or failed. */
export const attemptFailed: Detector = (views, { limit = 2 }) => {
  const last = attemptsIn(views).slice(-limit);
  if (last.length < limit || !last.every(isFailed)) return null;
  return {
    message: `${limit} attempts in a row came to nothing`,
    evidence: last.map(
      ({ number, outcome, reason }) =>
        `attempt ${number}: ${outcome.replaceAll('_', ' ')}${reason === undefined ? '' : ` (${reason})`}`,
    ),
    keys: [],
  };
};

/**
 * A conflict that was raised was raised again, with no committed attempt in between: the resolution
 * did not take. A revision that was made ends the chain; a later conflict about the same is a new one.
 */
export const conflictRepeat: Detector = (views) => {
  const all = attemptsIn(views);
  const since = all.slice(all.findLastIndex(({ outcome }) => outcome === 'committed') + 1);
  const repeated = [...raisedBy(since)].filter(([, attempts]) => attempts.length > 1);
  if (repeated.length === 0) return null;
  return {
    message: `the same conflict came up again: ${repeated.map(([key]) => key).join(', ')}`,
    evidence: repeated.map(([key, attempts]) => `${key} in attempts ${attempts.join(', ')}`),
    keys: repeated.map(([key]) => key),
  };
};

/** The attempts of the run raised `limit` conflicts in all (default 3). */
export const conflictTotal: Detector = (views, { limit = 3 }) => {
  const raised = [...raisedBy(attemptsIn(views))];
  const total = raised.reduce((sum, [, attempts]) => sum + attempts.length, 0);
  if (total < limit) return null;
  return {
    message: `${total} conflicts so far, ${limit} are the limit`,
    evidence: raised.map(([key, attempts]) => `${key} in attempts ${attempts.join(', ')}`),
    keys: raised.map(([key]) => key),
  };
};

export function isFailed(attempt: Attempt): boolean {
  return attempt.outcome === 'failed' || attempt.outcome === 'no_change';
}

function attemptsIn(views: readonly RoundView[]): readonly Attempt[] {
  return views.flatMap(({ record }) => attemptsOf(record));
}

/** Numbers of the attempts that raised each conflict. */
function raisedBy(attempts: readonly Attempt[]): ReadonlyMap<string, readonly number[]> {
  const raised = new Map<string, number[]>();
  for (const { number, conflicts } of attempts) {
    for (const { key } of conflicts) raised.set(key, [...(raised.get(key) ?? []), number]);
  }
  return raised;
}
