import { worstFirst } from './finding-order.ts';
import { jsonDocument } from './json-text.ts';
import { oneLine } from './plain-text.ts';
import type { ReportedFinding, Reporter } from './report-context.ts';

/**
 * GitLab Code Quality report. Fingerprints are unique, as GitLab swallows equal ones: a repeated
 * one carries its occurrence.
 */
export const gitlab: Reporter = (review) => {
  const seen = new Map<string, number>();
  const issues = worstFirst(review.findings).map((finding) => {
    const occurrence = (seen.get(finding.fingerprint) ?? 0) + 1;
    seen.set(finding.fingerprint, occurrence);
    return {
      description: oneLine(finding.message),
      check_name: finding.check ?? finding.rule,
      fingerprint: occurrence === 1 ? finding.fingerprint : `${finding.fingerprint}-${occurrence}`,
      severity: severityOf(finding),
      location: {
        path: finding.file,
        lines: { begin: finding.line, end: finding.endLine ?? finding.line },
      },
    };
  });
  return jsonDocument(issues);
};

function severityOf(finding: ReportedFinding): 'critical' | 'major' | 'minor' | 'info' {
  if (finding.severity === 'critical') return 'critical';
  if (finding.severity === 'warning') return finding.gating ? 'major' : 'minor';
  return 'info';
}
