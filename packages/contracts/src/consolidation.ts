import { z } from 'zod';
import { CheckId } from './check.ts';
import { Disagreement } from './conflict.ts';
import { Constraint } from './constraint.ts';
import { CoverageRow } from './coverage.ts';
import { Disposition } from './disposition.ts';
import { Finding } from './finding.ts';
import { ReviewVerdict } from './review.ts';

/** What one scanner said to one check. `missing`: it owns the check and left it out. */
export const Voice = z.strictObject({
  scanner: z.string(),
  value: z.enum(['true', 'false', 'not_evaluated', 'missing', 'failed']),
  reason: z.string().optional(),
});
export type Voice = z.infer<typeof Voice>;

export const MergedCheck = z.strictObject({
  id: CheckId,
  statement: z.string(),
  value: z.enum(['true', 'false', 'not_evaluated']),
  /** Says why the value is what it is, in the words of the merge rule. */
  reason: z.string(),
  /** False when a missing value of this check must not prevent acceptance. */
  blocking: z.boolean(),
  voices: z.array(Voice),
});
export type MergedCheck = z.infer<typeof MergedCheck>;

/** Result of the gate, recomputed from findings and checks. */
export const GateResult = z.strictObject({
  passed: z.boolean(),
  failures: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type GateResult = z.infer<typeof GateResult>;

/**
 * One round of reviews merged into one answer. A pure function of the reviews, the panel, the
 * protocol and the ledger of dispositions: anybody can recompute it from the log.
 */
export const Consolidation = z.strictObject({
  round: z.int().min(1),
  tree: z.string(),
  rule: z.string(),
  verdict: ReviewVerdict,
  /** One sentence per cause of the verdict, most important first. */
  reasons: z.array(z.string()),
  checks: z.array(MergedCheck),
  findings: z.array(Finding),
  /** Findings set aside by a valid disposition; shown, never counted. */
  suppressed: z.array(z.strictObject({ finding: Finding, disposition: Disposition })),
  constraints: z.array(Constraint),
  disagreements: z.array(Disagreement),
  coverage: z.array(CoverageRow),
  gate: GateResult,
  evaluated: z.strictObject({ checks: z.int().min(0), of: z.int().min(0) }),
  /** Scanners that failed or answered in part, with the reason. */
  incomplete: z.array(
    z.strictObject({ scanner: z.string(), status: z.string(), reason: z.string() }),
  ),
  /** Reviewer faults: claimed verdict against own findings, miscounts, quotes not found. */
  faults: z.array(z.strictObject({ scanner: z.string(), fault: z.string() })),
});
export type Consolidation = z.infer<typeof Consolidation>;
