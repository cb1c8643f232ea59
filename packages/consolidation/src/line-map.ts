import type { ChangedFile, Hunk } from '@magi/contracts';

/** How one tree became another: renames and zero-context hunks per file. Unlisted files are equal. */
export type TreeDiff = readonly Pick<ChangedFile, 'path' | 'oldPath' | 'status' | 'hunks'>[];

/** Where a line of the old tree stands in the new one. */
export type MappedLine = {
  readonly file: string;
  /** Line in the new tree; for a rewritten line, the first line of what replaced it. */
  readonly line: number;
  /** Last line of the replacement; equal to `line` for an unchanged line. */
  readonly endLine: number;
  readonly isUnchanged: boolean;
};

/**
 * Follows lines from an old tree to a new one through the hunks of their diff.
 *
 * @returns a function that answers null for lines of files that were deleted
 */
export function lineMapOf(diff: TreeDiff): (file: string, line: number) => MappedLine | null {
  const byOldPath = new Map(
    diff
      .filter((file) => file.status !== 'added' && file.status !== 'copied')
      .map((file) => [file.oldPath ?? file.path, file]),
  );
  return (file, line) => {
    const changed = byOldPath.get(file);
    if (changed === undefined) return { file, line, endLine: line, isUnchanged: true };
    return changed.status === 'deleted' ? null : mapLine(changed.path, changed.hunks, line);
  };
}

function mapLine(file: string, hunks: readonly Hunk[], line: number): MappedLine {
  let offset = 0;
  for (const hunk of hunks) {
    // A hunk without old lines stands after `oldStart`; one with old lines begins there.
    const firstOld = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
    if (line < firstOld) break;
    if (line < firstOld + hunk.oldLines) {
      const start = Math.max(1, hunk.newStart);
      const endLine = Math.max(start, hunk.newStart + hunk.newLines - 1);
      return { file, line: start, endLine, isUnchanged: false };
    }
    offset += hunk.newLines - hunk.oldLines;
  }
  return { file, line: line + offset, endLine: line + offset, isUnchanged: true };
}
