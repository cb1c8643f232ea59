/** What a hidden character is for a reader, or null for one that is where it belongs. */
export type HiddenKind = 'bidirectional' | 'zero-width' | 'tag' | 'control' | 'filler';

/** One character that a reader does not see. `index` counts UTF-16 units. */
export interface HiddenCharacter {
  readonly index: number;
  readonly length: number;
  readonly codePoint: number;
  readonly kind: HiddenKind;
}

/**
 * Finds characters that hide or reorder text: bidirectional controls, zero-width characters, tag
 * characters, selectors that can carry data, fillers and control characters.
 *
 * Not found: joiners within emoji and within scripts that need them, the emoji selector behind a
 * pictograph, flags made of tags, a byte order mark at the start, tab, line feed, form feed and a
 * carriage return before a line feed.
 */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  return [...text.matchAll(suspicious)].flatMap((match) => {
    const index = match.index;
    const codePoint = match[0].codePointAt(0) ?? 0;
    if (belongs(text, index, codePoint)) return [];
    return [{ index, length: match[0].length, codePoint, kind: kindOf(codePoint) }];
  });
}

/** Writes hidden characters as `\u{…}`, so that a model and a person read the same text. */
export function showHidden(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { index, length, codePoint } of hiddenCharacters(text)) {
    parts.push(text.slice(end, index), `\\u{${codePoint.toString(16)}}`);
    end = index + length;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(end);
}

const suspicious = new RegExp(
  [
    '[\\u0000-\\u0008\\u000B\\u000D-\\u001F\\u007F-\\u009F\\u00AD]',
    '\\u034F|\\u061C|\\u115F|\\u1160|\\u17B4|\\u17B5|[\\u180B-\\u180F]',
    '[\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F]|\\u2800|\\u3164|\\uFFA0',
    '[\\uFE00-\\uFE0F]|\\uFEFF|[\\uFFF0-\\uFFFB]|[\\u{E0000}-\\u{E0FFF}]|\\p{Cs}',
  ].join('|'),
  'gu',
);

const joiners = new Set([0x200c, 0x200d]);
const needsJoiners =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

function belongs(text: string, index: number, codePoint: number): boolean {
  const before = text.slice(Math.max(0, index - 2), index);
  if (codePoint === 0x0d) return text[index + 1] === '\n';
  if (codePoint === 0xfeff) return index === 0;
  if (codePoint === 0xfe0f) return /[\p{Extended_Pictographic}\d#*]$/u.test(before);
  if (codePoint === 0x200d && /(?:\p{Extended_Pictographic}|\uFE0F|\p{EMod})$/u.test(before))
    return /^\p{Extended_Pictographic}/u.test(text.slice(index + 1, index + 3));
  if (joiners.has(codePoint)) return needsJoiners.test(before.slice(-1));
  if (codePoint >= 0xe0020 && codePoint <= 0xe007f)
    return /\u{1F3F4}[\u{E0020}-\u{E007F}]{0,6}$/u.test(text.slice(Math.max(0, index - 14), index));
  return false;
}

function kindOf(codePoint: number): HiddenKind {
  if (codePoint === 0x61c || codePoint === 0x200e || codePoint === 0x200f) return 'bidirectional';
  if (codePoint >= 0x202a && codePoint <= 0x202e) return 'bidirectional';
  if (codePoint >= 0x2066 && codePoint <= 0x206f) return 'bidirectional';
  if (codePoint >= 0xe0000) return 'tag';
  if (codePoint < 0xa0 || codePoint === 0x2028 || codePoint === 0x2029) return 'control';
  if (codePoint === 0x200b || codePoint === 0xfeff || codePoint === 0xad) return 'zero-width';
  if (codePoint >= 0x200c && codePoint <= 0x2064) return 'zero-width';
  return 'filler';
}
