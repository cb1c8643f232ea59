import { z } from 'zod';
import { Conflict } from './conflict.ts';
import { Cost } from './cost.ts';
import { Disposition } from './disposition.ts';

export const ValidationOutcome = z.strictObject({
  name: z.string(),
  command: z.string(),
  scope: z.enum(['focused', 'full']),
  status: z.enum(['passed', 'failed', 'unavailable']),
  /** Exit code, time-out or start failure, in one sentence. */
  result: z.string(),
  durationMs: z.number().min(0).optional(),
  outputTail: z.string().optional(),
});
export type ValidationOutcome = z.infer<typeof ValidationOutcome>;

/** Lines of the new head that an attempt wrote; the base of churn attribution. */
export const WrittenLines = z.strictObject({
  file: z.string(),
  ranges: z.array(z.strictObject({ start: z.int().min(1), count: z.int().min(1) })),
});
export type WrittenLines = z.infer<typeof WrittenLines>;

/** One synthesis try. Attempts have a budget of their own, apart from reviews. */
export const Attempt = z.strictObject({
  number: z.int().min(1),
  round: z.int().min(1),
  outcome: z.enum(['committed', 'no_change', 'failed', 'interrupted', 'conflict']),
  fixer: z.string(),
  startedFrom: z.string(),
  resultCommit: z.string().optional(),
  resultTree: z.string().optional(),
  reason: z.string().optional(),
  written: z.array(WrittenLines),
  dispositions: z.array(Disposition),
  conflicts: z.array(Conflict),
  validations: z.array(ValidationOutcome),
  /** Where a failed attempt's patch was kept. */
  preserved: z.string().optional(),
  cost: Cost.optional(),
});
export type Attempt = z.infer<typeof Attempt>;
