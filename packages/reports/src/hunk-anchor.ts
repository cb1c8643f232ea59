import type { ChangedFile } from '@magi/contracts';
import type { ReportedFinding } from './report-context.ts';

/** A place in a diff that a review comment may stand on. */
export interface DiffAnchor {
  readonly path: string;
  readonly side: 'LEFT' | 'RIGHT';
  readonly startLine: number;
  readonly line: number;
}

/**
 * Finds the place of a finding inside the hunks of the diff, or null when it lies outside.
 *
 * The answer always lies within one zero-context hunk, so a forge that shows any context accepts
 * it; a longer finding is cut to the hunk. Removed lines are on the left side, under the new path.
 */
export function anchorInDiff(
  finding: Pick<ReportedFinding, 'file' | 'line' | 'endLine' | 'side'>,
  files: readonly ChangedFile[],
): DiffAnchor | null {
  const isBase = finding.side === 'base';
  const file = files.find(
    ({ path, oldPath }) => path === finding.file || (isBase && oldPath === finding.file),
  );
  if (file === undefined) return null;
  const last = Math.max(finding.endLine ?? finding.line, finding.line);
  for (const hunk of file.hunks) {
    const start = isBase ? hunk.oldStart : hunk.newStart;
    const length = isBase ? hunk.oldLines : hunk.newLines;
    const startLine = Math.max(start, finding.line);
    const line = Math.min(start + length - 1, last);
    if (length > 0 && startLine <= line) {
      return { path: file.path, side: isBase ? 'LEFT' : 'RIGHT', startLine, line };
    }
  }
  return null;
}
