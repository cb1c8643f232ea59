import { type Result, ReviewFeedback, StateBlock } from '@magi/contracts';
import { type ArtifactFailure, readJson } from '../read-json.ts';

/** Reads a `review_feedback_<role>.json` that somebody else wrote. */
export function readReviewFeedback(text: string): Result<ReviewFeedback, ArtifactFailure> {
  return readJson(text, ReviewFeedback);
}

/** Reads a `review_state.magi.json` or `review_state.workflow.json` that somebody else wrote. */
export function readStateBlock(text: string): Result<StateBlock, ArtifactFailure> {
  return readJson(text, StateBlock);
}
