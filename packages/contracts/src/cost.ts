import { z } from 'zod';

/** What a piece of work used up. Absent numbers were not measured; they are not zero. */
export const Cost = z.strictObject({
  durationMs: z.number().min(0).optional(),
  calls: z.int().min(0).optional(),
  inputTokens: z.int().min(0).optional(),
  outputTokens: z.int().min(0).optional(),
  usd: z.number().min(0).optional(),
  /** True when `usd` was computed from a price table instead of reported by the provider. */
  estimated: z.boolean().optional(),
});
export type Cost = z.infer<typeof Cost>;
