import { z } from 'zod';

export const CoverageState = z.enum(['seen', 'partial', 'excluded', 'unseen']);
export type CoverageState = z.infer<typeof CoverageState>;

/** What one scanner saw of one changed file. Everything but `seen` carries a reason. */
export const FileCoverage = z.strictObject({
  file: z.string(),
  state: CoverageState,
  reason: z.string().optional(),
});
export type FileCoverage = z.infer<typeof FileCoverage>;

/** One row of the ledger: a changed file and what each scanner saw of it. */
export const CoverageRow = z.strictObject({
  file: z.string(),
  /** The best any scanner did; `unseen` here makes ACCEPT impossible. */
  state: CoverageState,
  scanners: z.record(z.string(), CoverageState),
  reasons: z.record(z.string(), z.string()).optional(),
});
export type CoverageRow = z.infer<typeof CoverageRow>;
