import type { Attempt, RoundRecord } from '@magi/contracts';

/** All attempts that followed a round, in order. */
export function attemptsOf({ attempt, earlierAttempts }: RoundRecord): readonly Attempt[] {
  return [...(earlierAttempts ?? []), ...(attempt === undefined ? [] : [attempt])];
}
