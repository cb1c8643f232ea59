import { stemmer } from 'stemmer';
import { stopWords } from './stop-words.ts';

/** Parts of an identifier or path: `maxSizeKB` → max, size, kb; `user_id` → user, id. */
export function identifierParts(text: string): readonly string[] {
  return text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}

/** Stems of the words of a text that say something, identifiers taken apart, in order. */
export function wordsOf(text: string): readonly string[] {
  return identifierParts(text)
    .filter((part) => part.length > 1 && !stopWords.has(part))
    .map((part) => stemmer(part));
}

/** Whole identifiers of a text: what stands in backticks, and every dotted, snake or camel name. */
export function identifiersOf(text: string): readonly string[] {
  const names = text.match(
    /`[^`]+`|[A-Za-z_]\w*(?:[._]\w+)+|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b/gu,
  );
  return (names ?? []).map((name) => name.replace(/[`'"(){}[\];,]/gu, '').toLowerCase());
}

/** Share of words that two texts have in common (Dice), 0..1; 0 when either says nothing. */
export function wordOverlap(a: string, b: string): number {
  const left = new Set(wordsOf(a));
  const right = new Set(wordsOf(b));
  if (left.size === 0 || right.size === 0) return 0;
  const common = [...left].filter((word) => right.has(word)).length;
  return (2 * common) / (left.size + right.size);
}
