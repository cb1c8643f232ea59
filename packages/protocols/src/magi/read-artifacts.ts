import { fail, ok, type Result, ReviewFeedback, StateBlock } from '@magi/contracts';
import type { z } from 'zod';

export type ArtifactFailure = {
  readonly kind: 'not-json' | 'wrong-shape';
  readonly message: string;
};

/** Reads a `review_feedback_<role>.json` that somebody else wrote. */
export function readReviewFeedback(text: string): Result<ReviewFeedback, ArtifactFailure> {
  return read(text, ReviewFeedback);
}

/** Reads a `review_state.magi.json` or `review_state.workflow.json` that somebody else wrote. */
export function readStateBlock(text: string): Result<StateBlock, ArtifactFailure> {
  return read(text, StateBlock);
}

function read<Shape extends z.ZodType>(
  text: string,
  shape: Shape,
): Result<z.infer<Shape>, ArtifactFailure> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail({ kind: 'not-json', message: error instanceof Error ? error.message : 'no JSON' });
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail({ kind: 'wrong-shape', message: `${issue?.path.join('.')}: ${issue?.message}` });
}
