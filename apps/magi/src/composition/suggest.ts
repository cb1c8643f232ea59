/** The known name nearest to a mistyped one, or null when none is near enough to be meant. */
export function nearest(typed: string, known: readonly string[]): string | null {
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (best === null || distance < best.distance) best = { name, distance };
  }
  const limit = Math.max(1, Math.floor(typed.length / 3));
  return best !== null && best.distance <= limit ? best.name : null;
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const name = nearest(typed, known);
  return name === null ? '' : ` Did you mean "${name}"?`;
}

/** Insertions, deletions, replacements and swaps of neighbours that make one word of the other. */
function editDistance(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
