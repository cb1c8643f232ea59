import { z } from 'zod';

/*
 * The state file of seed 004, as its readers expect it (research/seeds-upstream §5.1).
 * Unknown keys are legal there.
 */

/** What a pipeline leaves behind when a guard stops it. */
export const PipelineState = z.looseObject({
  pipeline: z.string().min(1),
  terminated_at: z.iso.datetime(),
  reason: z.enum(['max_iterations', 'timeout', 'user_request', 'stuck_detected']),
  completed_iterations: z.int().min(0),
  last_verdict: z.enum(['PASS', 'FAIL']).nullable(),
  remaining_issues: z.array(
    z.looseObject({
      severity: z.string(),
      file: z.string(),
      line: z.int().nullable(),
      description: z.string(),
    }),
  ),
  worker_last_output: z.string(),
  resumable: z.boolean(),
});
export type PipelineState = z.infer<typeof PipelineState>;

/** The verdict that a reviewer prints as a tree of text. */
export const PipelineVerdict = z.strictObject({
  status: z.enum(['PASS', 'FAIL']),
  iteration: z.int().min(1),
  maxIterations: z.int().min(1),
  issues: z.array(
    z.strictObject({
      severity: z.enum(['Critical', 'Major', 'Minor']),
      description: z.string(),
      file: z.string().nullable(),
      line: z.int().min(1).nullable(),
    }),
  ),
  summary: z.string(),
});
export type PipelineVerdict = z.infer<typeof PipelineVerdict>;
