import { z } from 'zod';
import { Severity } from './severity.ts';

/** Name of a boolean property, for example `exposes_no_secrets`. */
export const CheckId = z.string().min(1).max(200);
export type CheckId = z.infer<typeof CheckId>;

/** One boolean property; its statement is true when all is well. */
export const CheckSpec = z.strictObject({
  id: CheckId,
  statement: z.string(),
  /** A finding of at least this severity turns the check false; weaker ones are advice. */
  failAt: Severity,
  /** False when the scanner that owns it can never decide it (a model-only check, offline). */
  decidable: z.boolean(),
});
export type CheckSpec = z.infer<typeof CheckSpec>;

/**
 * A scanner's answer to one check. Silence is never `true`.
 *
 * `unsupported` means that this scanner can never decide the check; every other reason means that
 * it could have and did not.
 */
export const Assertion = z.discriminatedUnion('value', [
  z.strictObject({ check: CheckId, value: z.literal('true') }),
  z.strictObject({ check: CheckId, value: z.literal('false'), reason: z.string().optional() }),
  z.strictObject({
    check: CheckId,
    value: z.literal('not_evaluated'),
    kind: z.enum(['unsupported', 'not_applicable', 'degraded', 'missing_tool']),
    reason: z.string(),
  }),
]);
export type Assertion = z.infer<typeof Assertion>;
