import { z } from 'zod';

/** How a run ended. */
export const Outcome = z.enum([
  'converged',
  'accepted_with_findings',
  'exhausted',
  'escalated',
  'blocked',
  'stopped',
]);
export type Outcome = z.infer<typeof Outcome>;

/** What comes next for the reader of `review_state.magi.json` (seed 003). */
export const NextStage = z.enum(['SYNTHESIS', 'VALIDATION', 'ESCALATION', 'COMPLETED']);
export type NextStage = z.infer<typeof NextStage>;

/** Terminal result of a run: why it ended, where the commits are, what a person should do next. */
export const TerminalResult = z.strictObject({
  outcome: Outcome,
  /** Stable code, for example `accepted`, `budget_reviews`, `unchanged`, `candidate_busy`. */
  reason: z.string(),
  message: z.string(),
  counts: z.strictObject({
    reviews: z.int().min(0),
    attempts: z.int().min(0),
    conflicts: z.int().min(0),
  }),
  commits: z.array(z.strictObject({ commit: z.string(), where: z.string() })),
  unpushed: z.array(z.string()),
  nextStep: z.string(),
});
export type TerminalResult = z.infer<typeof TerminalResult>;
