import { z } from 'zod';
import { CheckId } from './check.ts';

/**
 * What the next synthesis must satisfy.
 *
 * `key` is the identity used to compare rounds (check id, or the finding's fingerprint); prose is
 * never compared.
 */
export const Constraint = z.strictObject({
  id: z.string(),
  key: z.string(),
  check: CheckId.nullable(),
  findings: z.array(z.string()),
  text: z.string(),
  state: z.enum(['open', 'resolved']),
});
export type Constraint = z.infer<typeof Constraint>;
