import { z } from 'zod';

/** The fixer cannot satisfy a property without breaking another decision (REVISION_CONFLICT, seed 001). */
export const Conflict = z.strictObject({
  /** Identity of the constraint that cannot be met. */
  key: z.string(),
  requiredProperty: z.string(),
  conflictsWith: z.string(),
  why: z.string(),
  alternatives: z.array(
    z.strictObject({ text: z.string(), satisfies: z.boolean(), cost: z.string().optional() }),
  ),
  resolution: z.string().optional(),
});
export type Conflict = z.infer<typeof Conflict>;

/** Scanners that contradict each other about one check, with their reasons. */
export const Disagreement = z.strictObject({
  check: z.string(),
  for: z.array(z.strictObject({ scanner: z.string(), reason: z.string() })),
  against: z.array(z.strictObject({ scanner: z.string(), reason: z.string() })),
});
export type Disagreement = z.infer<typeof Disagreement>;
