import type { ChangedFile, Consolidation, ReviewOutput } from '@magi/contracts';

/** One finding as `magi review --json` prints it. */
export type ReportedFinding = ReviewOutput['findings'][number];

/**
 * What a reporter may need beside the review itself. Everything is optional in meaning: an empty
 * value makes a report poorer, never wrong.
 */
export interface ReportContext {
  /** Version of magi, shown as the version of the tool. */
  readonly version: string;
  /** Whether text for terminals may carry colours; the words say the same without them. */
  readonly colours: boolean;
  /** Changed files with their zero-context hunks, for anchoring comments. */
  readonly files: readonly ChangedFile[];
  /** Text of reviewed head files by path, for hashes of lines. */
  readonly sources: ReadonlyMap<string, string>;
  /** Findings set aside by a disposition; shown as suppressed where a format knows the word. */
  readonly suppressed: Consolidation['suppressed'];
  /** Findings of the round before, or null when there was none. */
  readonly earlier: readonly ReportedFinding[] | null;
}

/** Renders a review as text of one format; a pure function. */
export type Reporter = (review: ReviewOutput, context: ReportContext) => string;

/** A context that knows nothing more than the review. */
export function bareContext(version: string): ReportContext {
  return {
    version,
    colours: false,
    files: [],
    sources: new Map(),
    suppressed: [],
    earlier: null,
  };
}
