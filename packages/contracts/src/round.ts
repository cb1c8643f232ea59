import { z } from 'zod';
import { Attempt } from './attempt.ts';
import { Consolidation } from './consolidation.ts';
import { Signal } from './signal.ts';

/** One round as history keeps it: what detectors, the trainer and the inspector read. */
export const RoundRecord = z.strictObject({
  round: z.int().min(1),
  consolidation: Consolidation,
  signals: z.array(Signal),
  /** The last attempt that followed the round, once it ended. */
  attempt: Attempt.optional(),
  /** Attempts before that one: they failed, changed nothing or ended in a conflict. */
  earlierAttempts: z.array(Attempt).optional(),
});
export type RoundRecord = z.infer<typeof RoundRecord>;
