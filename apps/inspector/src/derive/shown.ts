import { sanitiseForTerminal, sanitiseLine } from '@magi/contracts';

/**
 * Text of a run as it is put on the page: what a reader sees is what the text contains. Control,
 * bidirectional and invisible characters stand as escapes.
 */
export function shown(text: string): string {
  return plain.test(text) ? text : sanitiseForTerminal(text);
}

/** The same for a text that has to stay on one line. */
export function shownLine(text: string): string {
  return plain.test(text) ? text : sanitiseLine(text);
}

/** Most texts by far, and told at once. */
const plain = /^[ -~]*$/;
