import { bySeverity, byText } from '@magi/contracts';
import type { ReportedFinding } from './report-context.ts';

/** Orders findings for channels that keep only the first ones: gating, then worst, then by place. */
export function worstFirst(findings: readonly ReportedFinding[]): ReportedFinding[] {
  return [...findings].sort(
    (a, b) =>
      Number(b.gating) - Number(a.gating) ||
      bySeverity(a.severity, b.severity) ||
      byPlace(a, b) ||
      byText(a.id, b.id),
  );
}

/** Groups findings by file; files in bytewise order, findings by line. */
export function groupByFile(
  findings: readonly ReportedFinding[],
): readonly { readonly file: string; readonly findings: readonly ReportedFinding[] }[] {
  const groups = new Map<string, ReportedFinding[]>();
  for (const finding of [...findings].sort(byPlace)) {
    const group = groups.get(finding.file);
    if (group === undefined) groups.set(finding.file, [finding]);
    else group.push(finding);
  }
  return [...groups].map(([file, group]) => ({ file, findings: group }));
}

function byPlace(a: ReportedFinding, b: ReportedFinding): number {
  return byText(a.file, b.file) || a.line - b.line || byText(a.rule, b.rule);
}
