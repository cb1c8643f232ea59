import type { Fix } from 'sarif';
import type { ReportedFinding } from './report-context.ts';

/**
 * Machine-applicable replacements as SARIF fixes. A region ends before the first column of the line
 * after, so that line ends are replaced with their lines and an insertion deletes nothing.
 */
export function sarifFixes(finding: ReportedFinding): Fix[] {
  return (finding.fixes ?? []).map((fix) => ({
    description: { text: finding.suggestion ?? 'Replace the lines' },
    artifactChanges: [
      {
        artifactLocation: { uri: fix.file.split('/').map(encodeURIComponent).join('/') },
        replacements: [
          {
            deletedRegion: {
              startLine: fix.line,
              startColumn: 1,
              endLine: fix.endLine + 1,
              endColumn: 1,
            },
            insertedContent: {
              text: fix.replacement === '' ? '' : `${fix.replacement.replace(/\n$/, '')}\n`,
            },
          },
        ],
      },
    ],
  }));
}
