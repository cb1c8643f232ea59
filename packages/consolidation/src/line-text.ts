/** A line without any white space: what identity compares, so that formatting never matters. */
export function squeeze(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** Orders texts by code unit, the same on every machine (unlike `localeCompare`). */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `1 finding`, `2 findings`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
