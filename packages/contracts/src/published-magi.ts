import { z } from 'zod';

/*
 * File formats of seed 003, as its readers expect them (research/seeds-upstream §4.1).
 * Unknown keys are legal there, so every object is loose.
 */

const Checklist = z.record(z.string(), z.boolean());

/** `review_feedback_<role>.json`: one scanner's answer. */
export const ReviewFeedback = z.looseObject({
  checklist: Checklist,
  verdict: z.enum(['ACCEPT', 'REJECT']),
  reasoning: z.array(z.string()),
  unlisted_issues_found: z.array(z.string()).optional(),
  comments: z
    .array(z.looseObject({ file: z.string(), comment: z.string(), line: z.int().optional() }))
    .optional(),
});
export type ReviewFeedback = z.infer<typeof ReviewFeedback>;

/** `review_state.magi.json`: the consolidated state after a round. */
export const StateBlock = z.looseObject({
  verdict: z.enum(['ACCEPT', 'REJECT', 'PENDING']),
  checklist: Checklist,
  iteration: z.int().min(1),
  oscillation_detected: z.boolean(),
  constraints: z.array(z.string()),
  next_stage: z.enum(['SYNTHESIS', 'VALIDATION', 'ESCALATION', 'COMPLETED']),
  unlisted_issues_found: z.array(z.string()).optional(),
  conflict_report: z.array(z.string()).optional(),
});
export type StateBlock = z.infer<typeof StateBlock>;

/** `constraints.magi.json`: what the next synthesis must satisfy. */
export const ConstraintsFile = z.looseObject({
  checklist: Checklist,
  iteration: z.int().min(1),
  oscillation_detected: z.boolean(),
  constraints: z.array(z.string()),
  next_stage: z.enum(['SYNTHESIS', 'VALIDATION', 'ESCALATION']),
  unlisted_issues_found: z.array(z.string()).optional(),
  conflict_report: z.array(z.string()).optional(),
});
export type ConstraintsFile = z.infer<typeof ConstraintsFile>;

/** `project.magi.json`: goal, files and environment of a review. */
export const ProjectSpec = z.looseObject({
  goal: z.string(),
  target_files: z.array(z.string()),
  environment: z.looseObject({
    vcs: z.enum(['GIT', 'JJ']).optional(),
    harness: z.enum(['JETSKI', 'GENERIC_CLI']).optional(),
    temp_directory: z.string().optional(),
  }),
  active_protocol: z.enum(['MAGI', 'WORKFLOW', 'TDD', 'REVIEW']),
  routing_overlay: z.string().optional(),
});
export type ProjectSpec = z.infer<typeof ProjectSpec>;
