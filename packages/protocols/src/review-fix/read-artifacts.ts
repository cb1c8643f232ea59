import { MinionsReview, MinionsState, ok, type Result } from '@magi/contracts';
import { type ArtifactFailure, readJson } from '../read-json.ts';

/** A reviewer's file, with what its own summary says against its own issues. */
export interface ReadMinionsReview {
  readonly review: MinionsReview;
  /** Empty when the summary counts what is there; otherwise the reviewer is at fault. */
  readonly faults: readonly string[];
}

/**
 * Reads an `r1-<agent>.json`. What counts are its issues: a summary that says otherwise, as a clean
 * verdict beside a critical issue, is a fault and never an acceptance.
 */
export function readMinionsReview(text: string): Result<ReadMinionsReview, ArtifactFailure> {
  const read = readJson(text, MinionsReview);
  if (!read.ok) return read;
  const { issues, summary } = read.value;
  const faults = (['critical', 'warning', 'info'] as const).flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    const claimed = summary[severity];
    return claimed === count ? [] : [`claims ${claimed} of severity ${severity}, has ${count}`];
  });
  const isClean = issues.length === 0;
  if (isClean !== (summary.verdict === 'clean')) {
    faults.push(`claims "${summary.verdict}" beside ${issues.length} issues`);
  }
  return ok({ review: read.value, faults });
}

/** Reads a `state.json`. */
export function readMinionsState(text: string): Result<MinionsState, ArtifactFailure> {
  return readJson(text, MinionsState);
}
