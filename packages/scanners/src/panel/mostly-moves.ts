import type { Candidate, ChangedFile } from '@magi/contracts';
import { addedLines, removedLines } from '../change/line-set.ts';

/** Content of a changed file on one side, or null where it has none. */
export type ReadChanged = (side: 'base' | 'head', path: string) => Promise<Uint8Array | null>;

/** Shorter lines (a brace, a `return;`) stand everywhere and say nothing of where code came from. */
const TELLING_CHARACTERS = 10;

/**
 * True when a change moved code more than it wrote any.
 *
 * Either at least half of the changed text files are renames; or about as many lines (±10 %, 40 at
 * least) left some files as arrived in others, and at least half of what was added had stood
 * somewhere in the change before. Files are read only where the counts speak for it.
 */
export async function isMostlyMoves(candidate: Candidate, read: ReadChanged): Promise<boolean> {
  const files = candidate.files.filter(
    (file) => file.kind === 'text' && file.excluded === undefined,
  );
  const renames = files.filter((file) => file.status === 'renamed').length;
  if (renames >= 2 && renames * 2 >= files.length) return true;
  return balances(files) && (await isMadeOfOldLines(files, read));
}

function balances(files: readonly ChangedFile[]): boolean {
  const added = sum(files, (file) => file.added);
  const removed = sum(files, (file) => file.removed);
  const gives = files.some(
    (file) => (file.removed ?? 0) >= 20 && leansTo(file.removed, file.added),
  );
  const takes = files.some((file) => (file.added ?? 0) >= 20 && leansTo(file.added, file.removed));
  return gives && takes && added >= 40 && Math.abs(added - removed) * 10 <= added;
}

async function isMadeOfOldLines(
  files: readonly ChangedFile[],
  read: ReadChanged,
): Promise<boolean> {
  const left = new Map<string, number>();
  for (const file of files) {
    for (const line of await changedLines(file, 'base', read)) {
      left.set(line, (left.get(line) ?? 0) + 1);
    }
  }
  let added = 0;
  let moved = 0;
  for (const file of files) {
    for (const line of await changedLines(file, 'head', read)) {
      const count = left.get(line) ?? 0;
      added += 1;
      if (count === 0) continue;
      moved += 1;
      left.set(line, count - 1);
    }
  }
  return moved > 0 && moved * 2 >= added;
}

/** Telling lines that a change removed from a file (`base`) or added to it (`head`). */
async function changedLines(
  file: ChangedFile,
  side: 'base' | 'head',
  read: ReadChanged,
): Promise<readonly string[]> {
  const bytes = await read(side, side === 'base' ? (file.oldPath ?? file.path) : file.path);
  if (bytes === null) return [];
  const lines = new TextDecoder().decode(bytes).split('\n');
  const changed = side === 'base' ? removedLines(file.hunks) : addedLines(file.hunks);
  return changed
    .lines()
    .map((line) => (lines[line - 1] ?? '').trim())
    .filter((line) => line.length >= TELLING_CHARACTERS);
}

function leansTo(one: number | null, other: number | null): boolean {
  return (one ?? 0) >= 4 * (other ?? 0);
}

function sum(files: readonly ChangedFile[], of: (file: ChangedFile) => number | null): number {
  return files.reduce((total, file) => total + (of(file) ?? 0), 0);
}
