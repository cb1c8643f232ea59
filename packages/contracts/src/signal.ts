import { z } from 'zod';

/** The pure functions of history that watch a loop (design §3). */
export const DetectorName = z.enum([
  'unchanged',
  'toggle',
  'period',
  'count_not_lower',
  'plateau',
  'superset',
  'repeat',
  'churn',
  'attempt_failed',
  'conflict_repeat',
  'conflict_total',
]);
export type DetectorName = z.infer<typeof DetectorName>;

/** What a detector saw. `evidence` are sentences a person can check against the log. */
export const Signal = z.strictObject({
  detector: DetectorName,
  action: z.enum(['escalate', 'stop', 'warn']),
  round: z.int().min(1),
  message: z.string(),
  evidence: z.array(z.string()),
  /** Check ids or constraint keys concerned. */
  keys: z.array(z.string()),
});
export type Signal = z.infer<typeof Signal>;
