/** Sizes beyond which a text is searched for secrets only. */
const maxBytes = 1_000_000;
const maxLineLength = 5_000;

/**
 * Says why a text is too much for analysis, or null.
 *
 * Minified code is told by its lines: more than 500 characters on average over 5,000 in all.
 */
export function limitOf(text: string): string | null {
  if (text.length > maxBytes) return `${(text.length / 1e6).toFixed(1)} MB of text`;
  const longest = longestLine(text);
  if (longest > maxLineLength) return `a line of ${longest} characters`;
  const lines = text.split('\n').length;
  return text.length > 5_000 && text.length / lines > 500 ? 'minified' : null;
}

function longestLine(text: string): number {
  let longest = 0;
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    longest = Math.max(longest, stop - start);
    start = stop + 1;
  }
  return longest;
}
