import { sanitiseForTerminal, sanitiseLine } from '@magi/contracts';

/**
 * Text of a run as it is put on the page: what a reader sees is what the text contains. Control,
 * bidirectional and invisible characters stand as escapes.
 */
export function shown(text: string): string {
  return sanitiseForTerminal(text);
}

/** The same for a text that has to stay on one line. */
export function shownLine(text: string): string {
  return sanitiseLine(text);
}
