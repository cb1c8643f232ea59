/** Text that is looked at, never obeyed: a diff, a file, an earlier answer. */
export interface PromptData {
  /** Where the text is from, in a few words: `change of src/a.ts`. */
  readonly label: string;
  readonly text: string;
}

/**
 * What an agent is asked, in parts, so that trusted and untrusted text never mix.
 *
 * `instructions`, `rules` and `constraints` come from trusted places (personas of the base
 * revision, magi itself); everything else belongs into `data`.
 */
export interface PromptParts {
  /** Who the agent is in this task, one line: `Security Scanner`. */
  readonly role: string;
  readonly instructions: string;
  readonly rules?: readonly string[];
  /** What earlier rounds found open and this answer has to look at. */
  readonly constraints?: readonly string[];
  readonly data: readonly PromptData[];
}
