import type { Hunk } from '@magi/contracts';

/** Zero-context hunks that turn one list of lines into another, by the longest common subsequence. */
export function lineHunks(base: readonly string[], head: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let oldAt = 0;
  let newAt = 0;
  for (const [oldKept, newKept] of [
    ...commonLines(base, head),
    [base.length, head.length] as const,
  ]) {
    const oldLines = oldKept - oldAt;
    const newLines = newKept - newAt;
    if (oldLines > 0 || newLines > 0) {
      // git counts a side without lines as "after line n".
      const oldStart = oldLines === 0 ? oldAt : oldAt + 1;
      const newStart = newLines === 0 ? newAt : newAt + 1;
      hunks.push({ oldStart, oldLines, newStart, newLines });
    }
    oldAt = oldKept + 1;
    newAt = newKept + 1;
  }
  return hunks;
}

/** Index pairs of lines that both sides keep, in order. */
function commonLines(
  base: readonly string[],
  head: readonly string[],
): (readonly [number, number])[] {
  const width = head.length + 1;
  const lengths = new Uint32Array((base.length + 1) * width);
  for (let i = base.length - 1; i >= 0; i--) {
    for (let j = head.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        base[i] === head[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const kept: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < base.length && j < head.length; ) {
    if (base[i] === head[j]) kept.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return kept;
}
