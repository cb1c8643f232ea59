/**
 * Makes text safe to print on a terminal: what a reader sees is what the text contains.
 *
 * A whitelist, not a list of known escapes: letters, marks, numbers, punctuation, symbols, the
 * ordinary space, line feed and tab pass; everything else (C0 and C1 controls, ESC, carriage
 * return, bidirectional and zero-width characters, tag characters, lone surrogates, private use,
 * unassigned) is shown as `\u{…}`. Pure and idempotent.
 */
export function sanitiseForTerminal(text: string): string {
  return text.replace(notPrintable, (character) => escapeCodePoint(character));
}

/**
 * Like `sanitiseForTerminal`, for a text that has to stay on one line: line feeds and tabs are shown
 * as `\u{a}` and `\u{9}` too.
 */
export function sanitiseLine(text: string): string {
  return sanitiseForTerminal(text).replace(/[\n\t]/g, escapeCodePoint);
}

// Variation selectors, joiners and fillers are marks or letters by class, yet show nothing and can
// carry hidden data; only the emoji form of a pictograph keeps its selector.
const notPrintable = new RegExp(
  [
    '(?<!\\p{Extended_Pictographic})\\u{FE0F}',
    '[\\u{FE00}-\\u{FE0E}]|[\\u{E0100}-\\u{E01EF}]|[\\u{180B}-\\u{180F}]|[\\u{17B4}\\u{17B5}]',
    '[\\u{34F}]|[\\u{115F}\\u{1160}\\u{3164}\\u{FFA0}\\u{2800}]',
    '[^\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} \\n\\t]',
  ].join('|'),
  'gu',
);

function escapeCodePoint(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
