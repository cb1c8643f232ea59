import type { Hunk } from '@magi/contracts';

/** Lines of one side that a change added or removed. All lines are 1-based and inclusive. */
export interface LineSet {
  readonly count: number;
  has(line: number): boolean;
  /** First line of the set within the range, or null. */
  first(line: number, endLine: number): number | null;
  /** True when lines were taken out strictly within the range (only known on the head side). */
  isCutWithin(line: number, endLine: number): boolean;
  lines(): readonly number[];
}

interface Range {
  readonly line: number;
  readonly endLine: number;
}

/** Lines that hunks added to the head side. */
export function addedLines(hunks: readonly Hunk[]): LineSet {
  const cuts = hunks.filter((hunk) => hunk.newLines === 0 && hunk.oldLines > 0);
  return lineSet(
    hunks.map((hunk) => ({ line: hunk.newStart, endLine: hunk.newStart + hunk.newLines - 1 })),
    cuts.map((hunk) => hunk.newStart),
  );
}

/** Lines that hunks removed from the base side. */
export function removedLines(hunks: readonly Hunk[]): LineSet {
  return lineSet(
    hunks.map((hunk) => ({ line: hunk.oldStart, endLine: hunk.oldStart + hunk.oldLines - 1 })),
    [],
  );
}

/** Index of the first range that ends at or after a line; ranges are in order. */
function firstEndingAt(ranges: readonly Range[], line: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.endLine ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lineSet(all: readonly Range[], cuts: readonly number[]): LineSet {
  const ranges = all.filter((range) => range.endLine >= range.line);
  const first = (line: number, endLine: number): number | null => {
    const range = ranges[firstEndingAt(ranges, line)];
    return range === undefined || range.line > endLine ? null : Math.max(range.line, line);
  };
  return {
    count: ranges.reduce((total, range) => total + range.endLine - range.line + 1, 0),
    has: (line) => first(line, line) !== null,
    first,
    isCutWithin: (line, endLine) => cuts.some((cut) => cut >= line && cut < endLine),
    lines: () =>
      ranges.flatMap((range) =>
        Array.from({ length: range.endLine - range.line + 1 }, (_, at) => range.line + at),
      ),
  };
}
