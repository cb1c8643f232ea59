/**
 * JSON as the readers of seed 002 compare it byte for byte: keys sorted by code point, two spaces,
 * everything beyond ASCII as `\u` escapes, one line break at the end.
 */
export function canonicalJson(value: unknown): string {
  const text = JSON.stringify(sorted(value), null, 2);
  return `${text.replace(/[\u007f-\uffff]/g, escaped)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => byCodePoint(a, b));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
}

function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function escaped(unit: string): string {
  // The one control character above the ASCII letters stands as it is there.
  return unit === '\u007f' ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
