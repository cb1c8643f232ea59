/**
 * Groups items bottom-up: the two groups whose members are most alike on average are joined until
 * no pair of groups reaches the cut.
 *
 * Ties go to the lower indices, so that the result depends on nothing but the input.
 *
 * @param count number of items
 * @param alike similarity of two items, symmetric
 * @param cut lowest average similarity at which groups are joined
 * @returns groups of indices, each in ascending order
 */
export function averageLink(
  count: number,
  alike: (a: number, b: number) => number,
  cut: number,
): readonly (readonly number[])[] {
  const groups: (number[] | null)[] = Array.from({ length: count }, (_, index) => [index]);
  const link = Array.from({ length: count }, (_, a) =>
    Float64Array.from({ length: count }, (_, b) => (a === b ? -1 : alike(a, b))),
  );
  for (let pair = closest(groups, link, cut); pair !== null; pair = closest(groups, link, cut)) {
    join(groups, link, pair);
  }
  return groups.filter((group) => group !== null).map((group) => group.sort((a, b) => a - b));
}

type Pair = readonly [number, number];

function closest(
  groups: readonly (readonly number[] | null)[],
  link: readonly Float64Array[],
  cut: number,
): Pair | null {
  let best: Pair | null = null;
  let score = cut;
  for (let a = 0; a < groups.length; a += 1) {
    if (groups[a] === null) continue;
    const row = link[a] as Float64Array;
    for (let b = a + 1; b < groups.length; b += 1) {
      const value = row[b] as number;
      if (groups[b] === null || value < score || (value === score && best !== null)) continue;
      best = [a, b];
      score = value;
    }
  }
  return best;
}

/** Puts the second group into the first and averages their links to the others, by size. */
function join(groups: (number[] | null)[], link: readonly Float64Array[], [a, b]: Pair): void {
  const [into, from] = [groups[a] ?? [], groups[b] ?? []];
  const [rowA, rowB] = [link[a] as Float64Array, link[b] as Float64Array];
  for (let other = 0; other < groups.length; other += 1) {
    if (other === a || other === b || groups[other] === null) continue;
    const sum = (rowA[other] as number) * into.length + (rowB[other] as number) * from.length;
    rowA[other] = sum / (into.length + from.length);
    (link[other] as Float64Array)[a] = rowA[other] as number;
  }
  into.push(...from);
  groups[b] = null;
}
