import { z } from 'zod';

/*
 * The issue of seed 001, as its checker writes it in a fenced YAML block
 * (research/seeds-upstream §2.1). Unknown keys are legal there.
 */

/** One issue; `required_property` binds, `fix_hint` never does. Neither plan nor plans: the phase. */
export const GsdIssue = z
  .looseObject({
    plan: z.string().nullable().optional(),
    plans: z.array(z.string()).min(1).optional(),
    dimension: z.string().min(1),
    severity: z.enum(['blocker', 'warning', 'info']),
    /** Absent in files of the first version. */
    required_property: z.string().min(1).optional(),
    description: z.string().min(1),
    task: z.int().optional(),
    fix_hint: z.string().optional(),
  })
  .refine(({ plan, plans }) => plan === undefined || plan === null || plans === undefined, {
    message: 'an issue has either `plan` or `plans`',
  });
export type GsdIssue = z.infer<typeof GsdIssue>;

/** The block itself. */
export const GsdIssueBlock = z.looseObject({ issues: z.array(GsdIssue) });
export type GsdIssueBlock = z.infer<typeof GsdIssueBlock>;
