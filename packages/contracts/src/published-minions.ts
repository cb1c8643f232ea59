import { z } from 'zod';

/*
 * File formats of seed 000, as its readers expect them (research/seeds-upstream §1.1).
 * Unknown keys are legal there, so every object is loose.
 */

const Count = z.int().min(0);
const MinionsSeverity = z.enum(['critical', 'warning', 'info']);
const RoundVerdict = z.enum(['clean', 'issues_found']);

/** `phases/review-<n>/r1-<agent>.json`: what one reviewer found in one round. */
export const MinionsReview = z.looseObject({
  issues: z.array(
    z.looseObject({
      severity: MinionsSeverity,
      category: z.string(),
      file: z.string(),
      line: z.int().nullable(),
      description: z.string(),
      evidence: z.string(),
      suggestion: z.string(),
    }),
  ),
  summary: z.looseObject({ critical: Count, warning: Count, info: Count, verdict: RoundVerdict }),
});
export type MinionsReview = z.infer<typeof MinionsReview>;

/** `phases/review-<n>/r1-verdict.json`: a member for each reviewer, hyphens as underscores. */
export const MinionsVerdict = z
  .object({ overall_verdict: RoundVerdict, total_issues: Count })
  .catchall(z.looseObject({ verdict: RoundVerdict, issues: Count }));
export type MinionsVerdict = z.infer<typeof MinionsVerdict>;

/** `state.json`: where the pipeline stands. */
export const MinionsState = z.looseObject({
  version: z.int().optional(),
  plugin: z.literal('minions'),
  pipeline: z.literal('review'),
  status: z.enum(['in_progress', 'complete', 'stopped']),
  task: z.string().min(1),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  currentPhase: z.enum(['R1', 'R2', 'DONE', 'STOPPED']),
  iteration: Count,
  maxIterations: Count,
  ownerPpid: z.string(),
  sessionId: z.string(),
  schedule: z.array(
    z.looseObject({
      phase: z.string(),
      name: z.string(),
      type: z.enum(['dispatch', 'subagent']),
    }),
  ),
  iterations: z.array(
    z.looseObject({
      iteration: z.int().min(1),
      startedAt: z.string(),
      r1: z.looseObject({
        status: z.enum(['pending', 'complete']),
        verdict: RoundVerdict.optional(),
      }),
      r2: z.looseObject({ status: z.enum(['pending', 'complete']) }),
      verdict: RoundVerdict.nullable(),
    }),
  ),
  files: z.array(z.string()),
  failure: z.string().nullable(),
});
export type MinionsState = z.infer<typeof MinionsState>;
