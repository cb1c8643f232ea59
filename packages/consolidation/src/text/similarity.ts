import { wordsOf } from './words.ts';

/**
 * Compares texts by the words they share, rare words counting more (cosine of TF-IDF, 0..1).
 *
 * How rare a word is comes from the texts themselves, so that the names a project uses everywhere
 * say little and an odd identifier says much.
 */
export function similarityOf(texts: readonly string[]): (a: number, b: number) => number {
  const bags = texts.map((text) => new Set(wordsOf(text)));
  const frequency = new Map<string, number>();
  for (const bag of bags) {
    for (const word of bag) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const weight = (word: string) =>
    Math.log((texts.length + 1) / ((frequency.get(word) ?? 0) + 0.5));
  const norms = bags.map((bag) => Math.hypot(...[...bag].map(weight)));
  return (a, b) => {
    const [left, right] = [bags[a], bags[b]];
    const norm = (norms[a] ?? 0) * (norms[b] ?? 0);
    if (left === undefined || right === undefined || norm === 0) return 0;
    let sum = 0;
    for (const word of left) if (right.has(word)) sum += weight(word) ** 2;
    return sum / norm;
  };
}
