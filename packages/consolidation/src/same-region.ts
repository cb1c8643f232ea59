/** How far apart, in lines, problems without a symbol may lie to be in one region. */
const regionLines = 15;

type Placed = { readonly symbol?: string | undefined; readonly line: number };

/** Two places of one file in one symbol or, where one of them has none, on neighbouring lines. */
export function isSameRegion(a: Placed, b: Placed): boolean {
  if (a.symbol !== undefined && b.symbol !== undefined) return a.symbol === b.symbol;
  return Math.abs(a.line - b.line) <= regionLines;
}
