import { wordGrams } from './grams.ts';
import { identifiersOf, wordsOf } from './words.ts';

/** Views of a text and how much each contributes; together 1. Measured by tools/bench/consensus. */
const views: readonly {
  readonly share: number;
  readonly of: (text: string) => readonly string[];
}[] = [
  { share: 0.45, of: wordsOf },
  { share: 0.45, of: wordGrams },
  { share: 0.1, of: identifiersOf },
];

/**
 * Compares texts by what they share: stems, pieces of words and whole identifiers (weighted sum of
 * three cosines, 0..1).
 *
 * A feature counts the more the rarer it is, both among these texts and in the corpus of the project
 * (geometric mean of the two inverse document frequencies), so that the names a change is about say
 * little and an odd identifier says much.
 *
 * @param texts what is to be compared: the findings about one change
 * @param corpus texts about the same project, `texts` among them
 * @returns a function of two indices into `texts`
 */
export function similarityOf(
  texts: readonly string[],
  corpus: readonly string[] = texts,
): (a: number, b: number) => number {
  let spaces: readonly Space[] | null = null;
  return (a, b) => {
    // Most callers never ask: two findings are compared only when they might be one.
    spaces ??= views.map(({ share, of }) => ({
      share,
      vectors: vectorsOf(texts.map(of), corpus.map(of)),
    }));
    return spaces.reduce(
      (sum, { share, vectors }) => sum + share * product(vectors[a], vectors[b]),
      0,
    );
  };
}

type Space = { readonly share: number; readonly vectors: readonly Vector[] };
type Vector = ReadonlyMap<string, number>;

function vectorsOf(
  texts: readonly (readonly string[])[],
  corpus: readonly (readonly string[])[],
): readonly Vector[] {
  const here = rarityOf(texts);
  const inProject = rarityOf(corpus);
  return texts.map((features) => {
    const weights = new Map(
      [...new Set(features)]
        .sort()
        .map((feature) => [feature, Math.sqrt(here(feature) * inProject(feature))]),
    );
    const norm = Math.hypot(...weights.values());
    return new Map([...weights].map(([feature, weight]) => [feature, norm && weight / norm]));
  });
}

/** Texts that are thought to stand beside the given ones, so that two or three texts have rare words too. */
const background = 20;

/** Smoothed inverse document frequency, the same for every order of the texts. */
function rarityOf(texts: readonly (readonly string[])[]): (feature: string) => number {
  const frequency = new Map<string, number>();
  for (const features of texts) {
    for (const feature of new Set(features)) {
      frequency.set(feature, (frequency.get(feature) ?? 0) + 1);
    }
  }
  return (feature) =>
    Math.log((texts.length + background + 1) / ((frequency.get(feature) ?? 0) + 0.5));
}

function product(a: Vector | undefined, b: Vector | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [feature, weight] of small) sum += weight * (large.get(feature) ?? 0);
  return sum;
}
