/** A line without any white space: what identity compares, so that formatting never matters. */
export function squeeze(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** `1 finding`, `2 findings`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
