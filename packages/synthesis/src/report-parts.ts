import type { Cost, Disposition, FixInput, FixReport } from '@magi/contracts';

/** An attempt that came to nothing, with what it cost. */
export function failed(reason: string, cost?: Cost): FixReport {
  return {
    outcome: 'failed',
    dispositions: [],
    conflicts: [],
    reason,
    ...(cost === undefined ? {} : { cost }),
  };
}

/** What a fixer says about a finding by its id; nothing when nobody gave it that finding. */
export function dispositionOf(
  said: { readonly finding: string } & Pick<Disposition, 'value' | 'reason'>,
  { findings, round }: FixInput,
  by: string,
): readonly Disposition[] {
  const finding = findings.find(({ id }) => id === said.finding);
  if (finding === undefined) return [];
  const { fingerprint, contentDigest } = finding;
  return [{ fingerprint, contentDigest, value: said.value, reason: said.reason, by, round }];
}
