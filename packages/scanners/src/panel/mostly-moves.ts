import type { Candidate, ChangedFile } from '@magi/contracts';

/**
 * True when a change looks as if it moved code more than it wrote any.
 *
 * Judged by counts alone: at least half of the changed text files are renames, or about as many
 * lines (±10 %, 40 at least) left some files as arrived in others.
 */
export function isMostlyMoves(candidate: Candidate): boolean {
  const files = candidate.files.filter(
    (file) => file.kind === 'text' && file.excluded === undefined,
  );
  const renames = files.filter((file) => file.status === 'renamed').length;
  if (renames >= 2 && renames * 2 >= files.length) return true;
  const added = sum(files, (file) => file.added);
  const removed = sum(files, (file) => file.removed);
  const gives = files.some(
    (file) => (file.removed ?? 0) >= 20 && leansTo(file.removed, file.added),
  );
  const takes = files.some((file) => (file.added ?? 0) >= 20 && leansTo(file.added, file.removed));
  return gives && takes && added >= 40 && Math.abs(added - removed) * 10 <= added;
}

function leansTo(one: number | null, other: number | null): boolean {
  return (one ?? 0) >= 4 * (other ?? 0);
}

function sum(files: readonly ChangedFile[], of: (file: ChangedFile) => number | null): number {
  return files.reduce((total, file) => total + (of(file) ?? 0), 0);
}
