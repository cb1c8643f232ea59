import type { Conflict, FixInput } from '@magi/contracts';

/** What a fixer outside of magi is told: plain JSON, stable names, no machine paths. */
export interface WorkOrder {
  readonly schemaVersion: 1;
  readonly round: number;
  readonly attempt: number;
  readonly goal: string | null;
  readonly constraints: readonly { id: string; check: string | null; text: string }[];
  readonly findings: readonly {
    id: string;
    check: string | null;
    severity: string;
    file: string;
    line: number;
    message: string;
    evidence: string;
    suggestion: string | null;
  }[];
  readonly resolutions: readonly Pick<Conflict, 'key' | 'requiredProperty' | 'resolution'>[];
}

/** The work order of one attempt: open constraints only, findings in the order of the consolidation. */
export function orderFor(input: FixInput): WorkOrder {
  return {
    schemaVersion: 1,
    round: input.round,
    attempt: input.attempt,
    goal: input.candidate.goal ?? null,
    constraints: input.constraints
      .filter(({ state }) => state === 'open')
      .map(({ id, check, text }) => ({ id, check, text })),
    findings: input.findings.map((finding) => ({
      id: finding.id,
      check: finding.check,
      severity: finding.severity,
      file: finding.file,
      line: finding.line,
      message: finding.message,
      evidence: finding.evidence,
      suggestion: finding.suggestion ?? null,
    })),
    resolutions: input.resolutions.map(({ key, requiredProperty, resolution }) => ({
      key,
      requiredProperty,
      ...(resolution === undefined ? {} : { resolution }),
    })),
  };
}
