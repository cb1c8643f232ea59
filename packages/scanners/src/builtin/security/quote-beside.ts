/**
 * The part of a line beside a secret, so that the quotation is exact and the secret stays unsaid.
 *
 * Without any, the first four characters of the secret: they name its kind.
 */
export function quoteBeside(text: string, start: number, end: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineStop = text.indexOf('\n', end);
  const before = text.slice(Math.max(lineStart, start - 200), start).trim();
  const after = text.slice(end, Math.min(lineStop < 0 ? text.length : lineStop, end + 200)).trim();
  if (before !== '') return before;
  return after === '' ? text.slice(start, start + 4) : after;
}
