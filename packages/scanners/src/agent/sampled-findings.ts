import type { ReportedFinding } from '@magi/contracts';

/** A finding and the samples that reported it. */
export interface SampledFinding {
  readonly finding: ReportedFinding;
  readonly samples: ReadonlySet<number>;
}

const nearLines = 2;

/**
 * Merges what several samples found: the same file and check (or rule), at most two lines apart,
 * is one finding; the first wording and the worst severity are kept.
 */
export function sampledFindings(
  found: readonly { readonly finding: ReportedFinding; readonly sample: number }[],
): readonly SampledFinding[] {
  const merged: { finding: ReportedFinding; samples: Set<number> }[] = [];
  for (const { finding, sample } of found) {
    const same = merged.find(
      (known) => !known.samples.has(sample) && isSame(known.finding, finding),
    );
    if (!same) merged.push({ finding, samples: new Set([sample]) });
    else {
      same.samples.add(sample);
      if (rank[finding.severity] > rank[same.finding.severity])
        same.finding = { ...same.finding, severity: finding.severity };
    }
  }
  return merged;
}

const rank = { info: 0, warning: 1, critical: 2 } as const;

function isSame(a: ReportedFinding, b: ReportedFinding): boolean {
  const sameKind = a.check === b.check && (a.check !== undefined || a.rule === b.rule);
  return a.file === b.file && sameKind && Math.abs(a.line - b.line) <= nearLines;
}
