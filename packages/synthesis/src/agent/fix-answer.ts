import { z } from 'zod';

/** What every agent says about its work. */
const Said = z.object({
  outcome: z.enum(['changed', 'no_change', 'conflict']),
  summary: z.string(),
  dispositions: z.array(
    z.object({
      finding: z.string(),
      value: z.enum(['fixed', 'declined', 'deferred']),
      reason: z.string(),
    }),
  ),
  conflicts: z.array(
    z.object({
      constraint: z.string(),
      required_property: z.string(),
      conflicts_with: z.string(),
      why: z.string(),
      alternatives: z.array(
        z.object({ text: z.string(), satisfies: z.boolean(), cost: z.string().nullable() }),
      ),
    }),
  ),
});

/**
 * The form of a fixer's answer. A model without tools also gives the edits themselves: text that
 * occurs exactly once in a file, and what stands there instead.
 */
export const fixAnswers = {
  withTools: Said,
  withoutTools: Said.extend({
    edits: z.array(z.object({ file: z.string(), search: z.string(), replace: z.string() })),
  }),
} as const;

export type FixAnswer = z.infer<typeof Said> & {
  readonly edits?: z.infer<typeof fixAnswers.withoutTools>['edits'];
};
