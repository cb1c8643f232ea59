import type { ChangedFile, Hunk, WrittenLines } from '@magi/contracts';

/** Lines of the head file that the change wrote. */
export function addedLines(file: Pick<ChangedFile, 'hunks'>): ReadonlySet<number> {
  return linesOf(
    file.hunks.map(({ newStart, newLines }) => ({ start: newStart, count: newLines })),
  );
}

/** Lines of the base file that the change took away or replaced. */
export function removedLines(file: Pick<ChangedFile, 'hunks'>): ReadonlySet<number> {
  return linesOf(
    file.hunks.map(({ oldStart, oldLines }) => ({ start: oldStart, count: oldLines })),
  );
}

/** Where a line of the base file stands in the head file; null when the change removed it. */
export function mapLine(hunks: readonly Hunk[], oldLine: number): number | null {
  let shift = 0;
  for (const hunk of hunks) {
    const first = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
    if (oldLine < first) break;
    if (oldLine < first + hunk.oldLines) return null;
    shift += hunk.newLines - hunk.oldLines;
  }
  return oldLine + shift;
}

/** Where a line of the head file stood in the base file; null when the change wrote it. */
export function mapLineBack(hunks: readonly Hunk[], newLine: number): number | null {
  return mapLine(hunks.map(reversed), newLine);
}

/** What a change wrote, for churn attribution; files without new lines are left out. */
export function writtenLines(files: readonly ChangedFile[]): WrittenLines[] {
  return files
    .map((file) => ({
      file: file.path,
      ranges: file.hunks
        .filter(({ newLines }) => newLines > 0)
        .map(({ newStart, newLines }) => ({ start: newStart, count: newLines })),
    }))
    .filter(({ ranges }) => ranges.length > 0);
}

function reversed(hunk: Hunk): Hunk {
  return {
    oldStart: hunk.newStart,
    oldLines: hunk.newLines,
    newStart: hunk.oldStart,
    newLines: hunk.oldLines,
  };
}

function linesOf(
  ranges: readonly { readonly start: number; readonly count: number }[],
): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { start, count } of ranges) {
    for (let line = start; line < start + count; line += 1) lines.add(line);
  }
  return lines;
}
