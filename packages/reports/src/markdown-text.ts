import { oneLine } from './plain-text.ts';

/**
 * Reviewed text as one harmless line of Markdown.
 *
 * Nothing in it becomes markup, HTML, a link, an image, a mention or a reference to an issue: all of
 * these could notify, track or close something on the reader's behalf.
 */
export function markdownLine(text: string): string {
  return oneLine(text)
    .replace(/[&<>!\\`*_[\]|~]|:\/\/|www\.|@(?=\w)|#(?=\d)/gi, harmless)
    .replace(/^([-+]|\d+[.)]|#{1,6})(?=\s)/, '\\$1');
}

function harmless(match: string): string {
  return entities[match.toLowerCase()] ?? `\\${match}`;
}

// A zero-width space ends what would be a mention or a reference; it is written as an entity, so
// that it can be seen in the source of the comment.
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '!': '&#33;',
  '://': '&#58;&#47;&#47;',
  'www.': 'www&#46;',
  '@': '@&#8203;',
  '#': '#&#8203;',
};

/** A fenced block whose fence is longer than any run of backticks inside. */
export function fenced(text: string, info = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${info}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Text as inline code, which neither mentions nor links; backticks become apostrophes. */
export function inlineCode(text: string): string {
  return `\`${oneLine(text).replace(/`/g, "'")}\``;
}
