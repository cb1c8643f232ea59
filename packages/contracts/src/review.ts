import { z } from 'zod';
import { Assertion } from './check.ts';
import { Cost } from './cost.ts';
import { FileCoverage } from './coverage.ts';
import { ReportedFinding } from './finding.ts';
import { Sha256 } from './json.ts';

export const ReviewVerdict = z.enum(['ACCEPT', 'REJECT', 'INCOMPLETE']);
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

/**
 * One scanner's answer about one candidate.
 *
 * `completed`: it looked at all it was given and answered every check it owns.
 * `incomplete`: it answered in part; `reason` says what is missing.
 * `failed`: it crashed, timed out or wrote nonsense; its assertions are empty and count as nothing.
 */
export const Review = z.strictObject({
  scanner: z.string(),
  role: z.string(),
  /** Tree that was looked at; a review of another tree is stale and counts as failed. */
  tree: z.string(),
  status: z.enum(['completed', 'incomplete', 'failed']),
  reason: z.string().optional(),
  assertions: z.array(Assertion),
  findings: z.array(ReportedFinding),
  coverage: z.array(FileCoverage),
  /** What the scanner itself concluded; kept beside the computed verdict, never trusted. */
  claimedVerdict: z.enum(['ACCEPT', 'REJECT']).optional(),
  /** Faults of the reviewer that do not void the review (count mismatch, quote not found, …). */
  faults: z.array(z.string()).optional(),
  notes: z.array(z.string()).optional(),
  cost: Cost.optional(),
  /** Tool names and versions the answer rests on. */
  tools: z.record(z.string(), z.string()).optional(),
  /** Digest of the raw answer kept as a blob, when there is one. */
  rawAnswer: Sha256.optional(),
});
export type Review = z.infer<typeof Review>;
