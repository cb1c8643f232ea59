/** Share of character pairs that two texts have in common (Dice over sets), 0..1. */
export function gramOverlap(a: string, b: string): number {
  if (a === b) return 1;
  const left = gramsOf(a, 2);
  const right = gramsOf(b, 2);
  if (left.size === 0 || right.size === 0) return 0;
  let common = 0;
  for (const gram of left) if (right.has(gram)) common += 1;
  return (2 * common) / (left.size + right.size);
}

/** Runs of four characters of every word, its beginning and end marked: robust against inflection. */
export function wordGrams(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => [...gramsOf(`^${word}$`, 4)]);
}

/** All runs of `length` characters of a text, once each. */
function gramsOf(text: string, length: number): ReadonlySet<string> {
  const grams = new Set<string>();
  for (let start = 0; start + length <= text.length; start += 1) {
    grams.add(text.slice(start, start + length));
  }
  return grams;
}
