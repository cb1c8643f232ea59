import type { Finding, WrittenLines } from '@magi/contracts';
import { rangeOf } from './evidence.ts';
import type { TreeDiff } from './line-map.ts';

/** True when a finding overlaps lines that were written; what stands on the base side never does. */
export function isOnWrittenLines(
  finding: Pick<Finding, 'file' | 'line'> & {
    readonly endLine?: number | undefined;
    readonly side?: Finding['side'] | undefined;
  },
  written: readonly WrittenLines[],
): boolean {
  if (finding.side === 'base') return false;
  const { endLine } = rangeOf(finding);
  return written
    .filter(({ file }) => file === finding.file)
    .some(({ ranges }) =>
      ranges.some(({ start, count }) => finding.line < start + count && endLine >= start),
    );
}

/** The lines of the new tree that a diff added or rewrote. */
export function writtenBy(diff: TreeDiff): readonly WrittenLines[] {
  return diff.map(({ path, hunks }) => ({
    file: path,
    ranges: hunks
      .filter(({ newLines }) => newLines > 0)
      .map(({ newStart, newLines }) => ({ start: newStart, count: newLines })),
  }));
}

/**
 * Where an old line of a file would stand if the written lines were all additions. An estimate: every
 * line that was replaced or taken out above shifts the truth up by one.
 */
export function belowWritten(file: string, line: number, written: readonly WrittenLines[]): number {
  let place = line;
  const ranges = written.filter((it) => it.file === file).flatMap((it) => it.ranges);
  for (const { start, count } of ranges.sort((a, b) => a.start - b.start)) {
    if (start > place) break;
    place += count;
  }
  return place;
}
