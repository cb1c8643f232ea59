import { fail, ok, type Result } from '@magi/contracts';
import type { z } from 'zod';

/** Why a file that somebody else wrote is not taken in. */
export type ArtifactFailure = {
  readonly kind: 'not-json' | 'wrong-shape';
  readonly message: string;
};

/** Reads a JSON file of a published shape; nothing is guessed and nothing is filled in. */
export function readJson<Shape extends z.ZodType>(
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
