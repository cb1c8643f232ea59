import { sanitiseForTerminal } from '@magi/contracts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Reviewed text for HTML elements and attributes; control characters are shown as escapes. */
export function htmlText(text: string): string {
  return sanitiseForTerminal(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
