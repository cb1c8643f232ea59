import { type HiddenCharacter, hiddenCharacters, showHidden } from './hidden-characters.ts';
import { injectionPhrases } from './injection-phrases.ts';

/** One sign that a text speaks to the reviewer instead of to its readers. Lines are 1-based. */
export interface InjectionSign {
  readonly kind: 'hidden-unicode' | 'instruction' | 'fake-verdict' | 'role-marker' | 'exfiltration';
  readonly line: number;
  readonly message: string;
  /** The place itself, at most 120 characters, hidden characters shown as escapes. */
  readonly excerpt: string;
}

/**
 * Finds hidden characters and phrases that try to steer an automated reviewer.
 *
 * Deterministic and pure. Phrases are sought in folded text (compatibility forms normalised, hidden
 * characters removed, look-alike letters replaced) and across comment lines, so that the usual ways
 * of splitting a phrase do not hide it. At most one sign per kind of hidden character and line.
 */
export function scanInjection(text: string): readonly InjectionSign[] {
  const lineAt = lineCounter(text);
  const signs = [...hiddenSigns(text, lineAt), ...phraseSigns(text, lineAt)];
  return signs.sort((a, b) => a.line - b.line || (a.kind < b.kind ? -1 : 1));
}

function hiddenSigns(text: string, lineAt: (index: number) => number): readonly InjectionSign[] {
  const perLine = new Map<string, { readonly first: HiddenCharacter; count: number }>();
  for (const hidden of hiddenCharacters(text)) {
    const key = `${lineAt(hidden.index)}:${hidden.kind}`;
    const known = perLine.get(key);
    if (known) known.count++;
    else perLine.set(key, { first: hidden, count: 1 });
  }
  return [...perLine.values()].map(({ first, count }) => ({
    kind: 'hidden-unicode',
    line: lineAt(first.index),
    message: `${count} hidden ${first.kind} character(s), first U+${first.codePoint
      .toString(16)
      .toUpperCase()
      .padStart(4, '0')}`,
    excerpt: excerptOf(text, first.index, first.length),
  }));
}

function phraseSigns(text: string, lineAt: (index: number) => number): readonly InjectionSign[] {
  const folded = fold(text);
  return injectionPhrases.flatMap(({ kind, message, pattern }) =>
    [...folded.text.matchAll(pattern)].map((match) => {
      const index = folded.originOf(match.index);
      const last = folded.originOf(match.index + match[0].length - 1);
      return {
        kind,
        line: lineAt(index),
        message,
        excerpt: excerptOf(text, index, last - index + 1),
      };
    }),
  );
}

const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [...'аеорсухіѕјԁһӏνοαειτυ'].map((letter, index) => [
    letter,
    [...'aeopcyxisjdhlvoaeitu'][index] ?? letter,
  ]),
);

/** Text for matching, and the way back from its characters to those of the original. */
interface FoldedText {
  readonly text: string;
  originOf(index: number): number;
}

function fold(text: string): FoldedText {
  const hidden = new Set(hiddenCharacters(text).map(({ index }) => index));
  if (hidden.size === 0 && isAscii(text)) {
    return { text: text.toLowerCase(), originOf: (index) => index };
  }
  const parts: string[] = [];
  const origin: number[] = [];
  let index = 0;
  for (const character of text) {
    if (!hidden.has(index)) {
      const plain = isAscii(character) ? character.toLowerCase() : foldCharacter(character);
      parts.push(plain);
      for (let offset = 0; offset < plain.length; offset++) origin.push(index);
    }
    index += character.length;
  }
  return { text: parts.join(''), originOf: (folded) => origin[folded] ?? 0 };
}

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text);
}

function foldCharacter(character: string): string {
  const plain = character.normalize('NFKC').toLowerCase();
  return lookAlikes[plain] ?? plain;
}

function excerptOf(text: string, index: number, length: number): string {
  const start = Math.max(0, text.lastIndexOf('\n', index - 1) + 1, index - 40);
  return showHidden(text.slice(start, Math.max(index + length, start) + 20).slice(0, 120))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
}

function lineCounter(text: string): (index: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (index) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
