import { z } from 'zod';
import { Sha256 } from './json.ts';

/** What became of a finding, with the reason; valid only while the content digest is unchanged. */
export const Disposition = z.strictObject({
  fingerprint: Sha256,
  contentDigest: Sha256,
  value: z.enum(['fixed', 'declined', 'deferred', 'refuted', 'accepted_risk']),
  reason: z.string(),
  by: z.string(),
  round: z.int().min(1),
});
export type Disposition = z.infer<typeof Disposition>;
