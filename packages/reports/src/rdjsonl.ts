import type { Severity } from '@magi/contracts';
import { worstFirst } from './finding-order.ts';
import { jsonLine } from './json-text.ts';
import { safeLines } from './plain-text.ts';
import type { ReportedFinding, Reporter } from './report-context.ts';

const severities: Record<Severity, string> = {
  critical: 'ERROR',
  warning: 'WARNING',
  info: 'INFO',
};

/** Reviewdog diagnostics, one JSON object a line; the road to every forge that it serves. */
export const rdjsonl: Reporter = (review) =>
  worstFirst(review.findings)
    .map((finding) => jsonLine(diagnostic(finding)))
    .join('');

function diagnostic(finding: ReportedFinding) {
  const suggestions = (finding.fixes ?? [])
    .filter((fix) => fix.file === finding.file)
    .map((fix) => ({
      // Whole lines, end exclusive: up to the first column of the line after; empty for an insertion.
      range: { start: { line: fix.line, column: 1 }, end: { line: fix.endLine + 1, column: 1 } },
      text: fix.replacement === '' ? '' : `${fix.replacement.replace(/\n$/, '')}\n`,
    }));
  return {
    message: safeLines(finding.message).join('\n'),
    location: {
      path: finding.file,
      range: {
        start: { line: finding.line },
        ...(finding.endLine !== undefined && { end: { line: finding.endLine } }),
      },
    },
    severity: severities[finding.severity],
    source: { name: 'magi' },
    code: { value: finding.check ?? finding.rule },
    ...(suggestions.length > 0 && { suggestions }),
  };
}
