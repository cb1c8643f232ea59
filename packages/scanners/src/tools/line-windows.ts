/** Lines in a row, without blank, brace-only and import lines, that two pieces of code must share. */
const windowSize = 3;

/**
 * Digest-like keys of every run of three telling lines of a text.
 *
 * Two texts without a common key have no clone of 50 tokens in common lines; comparing keys costs
 * a fraction of comparing tokens.
 */
export function lineWindows(text: string): ReadonlySet<string> {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ''))
    .filter((line) => line.length > 3 && !/^(?:import|export\{|\}from|\/\/|\/?\*)/.test(line));
  const windows = new Set<string>();
  for (let at = 0; at + windowSize <= lines.length; at++) {
    windows.add(lines.slice(at, at + windowSize).join('\n'));
  }
  return windows;
}

/** True when a text has at least one of the keys. */
export function sharesWindow(text: string, windows: ReadonlySet<string>): boolean {
  for (const window of lineWindows(text)) if (windows.has(window)) return true;
  return false;
}
