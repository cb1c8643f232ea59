import type { Anchor, Candidate, ChangedFile, Hunk } from '@magi/contracts';
import { rangeOf } from './evidence.ts';

export type PlacedFinding = {
  readonly file: string;
  readonly line: number;
  readonly endLine?: number | undefined;
  readonly side?: 'head' | 'base' | undefined;
  readonly diffLevel?: boolean | undefined;
};

/**
 * Says whether the change brought a finding in, by the hunks of the diff alone.
 *
 * Introduced: it overlaps a line that the change added (on the base side: removed), lies right at a
 * place where lines were taken out or in a file that came or went, or concerns the diff as a whole.
 * Everything else was there before, files outside of the change included.
 */
export function originOf(finding: PlacedFinding, candidate: Candidate): Anchor['origin'] {
  if (finding.diffLevel === true) return 'introduced';
  const file = changedFileOf(finding, candidate);
  if (file === undefined) return 'pre_existing';
  if (isWhollyNew(file)) return 'introduced';
  const { endLine } = rangeOf(finding);
  const touches = file.hunks.some((hunk) => {
    const [from, to] = finding.side === 'base' ? oldRange(hunk) : newRange(hunk);
    return finding.line <= to && endLine >= from;
  });
  return touches ? 'introduced' : 'pre_existing';
}

/** Files that came or went as a whole may have no hunks (binary content, submodules). */
function isWhollyNew({ status }: ChangedFile): boolean {
  return status === 'added' || status === 'deleted' || status === 'type_changed';
}

/** The changed file that a finding lies in; on the base side also found by its old path. */
export function changedFileOf(
  finding: Pick<PlacedFinding, 'file' | 'side'>,
  candidate: Candidate,
): ChangedFile | undefined {
  const byPath = candidate.files.find((file) => file.path === finding.file);
  if (byPath !== undefined || finding.side !== 'base') return byPath;
  return candidate.files.find((file) => file.oldPath === finding.file);
}

function newRange(hunk: Hunk): readonly [number, number] {
  return hunk.newLines === 0
    ? [hunk.newStart, hunk.newStart + 1]
    : [hunk.newStart, hunk.newStart + hunk.newLines - 1];
}

/** Lines that only stand before an insertion were not removed: the range is empty for them. */
function oldRange(hunk: Hunk): readonly [number, number] {
  return [hunk.oldStart, hunk.oldStart + hunk.oldLines - 1];
}
