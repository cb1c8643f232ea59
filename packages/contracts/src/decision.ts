import { z } from 'zod';

/** One clear question for a person: at most four options, free text where the protocol allows it. */
export const Question = z.strictObject({
  id: z.string(),
  kind: z.enum(['cap', 'stall', 'conflict', 'scope', 'approval']),
  header: z.string().max(12),
  text: z.string(),
  evidence: z.array(z.string()),
  options: z
    .array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        /** What the engine does when it is chosen. */
        effect: z.enum(['accept', 'retry', 'stop', 'resolve']),
      }),
    )
    .min(1)
    .max(4),
  freeText: z.boolean(),
});
export type Question = z.infer<typeof Question>;

/** The answer, and who gave it. */
export const Decision = z.strictObject({
  question: z.string(),
  option: z.string(),
  answer: z.string().optional(),
  by: z.string(),
});
export type Decision = z.infer<typeof Decision>;
