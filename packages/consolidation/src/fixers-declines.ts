import type { Attempt, Disposition, Protocol, RoundRecord } from '@magi/contracts';

/**
 * What the fixer declined and the protocol lets it decline: such findings count no more.
 *
 * Only under `decline: continue`, and never a critical finding: a fixer may explain a warning away,
 * but what blocks stays open until it is mended or a person accepts it (seed 001).
 */
export function fixersDeclines(
  { fix }: Protocol,
  attempts: readonly Attempt[],
  history: readonly RoundRecord[],
): Disposition[] {
  if (fix.decline !== 'continue') return [];
  const declined = attempts
    .flatMap(({ dispositions }) => dispositions)
    .filter(({ value }) => value === 'declined');
  if (declined.length === 0) return [];
  const critical = new Set(
    history
      .flatMap(({ consolidation }) => consolidation.findings)
      .filter(({ severity }) => severity === 'critical')
      .map(({ fingerprint }) => fingerprint),
  );
  return declined.filter(({ fingerprint }) => !critical.has(fingerprint));
}
