/** One word that may come next, with what it means. */
export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/** What stands at the cursor: words of our own, or a path, which shells know best. */
export type Completion =
  | { readonly kind: 'words'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'files' };

/** Nothing that we know of. */
export const noCompletion: Completion = { kind: 'words', candidates: [] };
