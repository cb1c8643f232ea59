import { z } from 'zod';

const Text = z.union([z.string(), z.array(z.string())]);

/**
 * A reviewer's role and checklist, in the published shape of seed 003 (`PersonaDef`).
 *
 * Unknown keys are legal and kept. Array texts are joined without a separator.
 */
export const PersonaDef = z.looseObject({
  role: z.string().min(1),
  mandate: Text,
  checklist: z.record(z.string().min(1), Text),
});
export type PersonaDef = z.infer<typeof PersonaDef>;

/** Joins a persona text as the published format does: array elements are concatenated directly. */
export function joinText(text: string | readonly string[]): string {
  return typeof text === 'string' ? text : text.join('');
}
