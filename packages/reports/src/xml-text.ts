import { sanitiseForTerminal } from '@magi/contracts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Text for an XML 1.0 attribute or element: forbidden characters shown as escapes. */
export function xmlText(text: string): string {
  return sanitiseForTerminal(text)
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/[&<>"'\n\t]/g, (character) => entities[character] ?? character);
}

/** One XML start tag (or empty element with `close`) with its attributes. */
export function xmlTag(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  close: '' | '/' = '',
): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(`${value}`)}"`);
  return `<${name}${list.join('')}${close}>`;
}
