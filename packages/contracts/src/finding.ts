import { z } from 'zod';
import { CheckId } from './check.ts';
import { Sha256 } from './json.ts';
import { Severity } from './severity.ts';

/** Where something stands in the head tree (or the base tree, for what was removed). Lines are 1-based. */
export const Location = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  endLine: z.int().min(1).optional(),
  side: z.enum(['head', 'base']).optional(),
});
export type Location = z.infer<typeof Location>;

/** A machine-applicable replacement of whole lines `line..endLine` of the head file. */
export const TextFix = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  endLine: z.int().min(0),
  replacement: z.string(),
});
export type TextFix = z.infer<typeof TextFix>;

/** Outcome of comparing the quoted evidence with the reviewed tree. */
export const EvidenceCheck = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('exact') }),
  z.strictObject({ status: z.literal('reanchored'), fromLine: z.int().min(1) }),
  z.strictObject({ status: z.literal('demoted'), reason: z.string() }),
  z.strictObject({ status: z.literal('unchecked') }),
]);
export type EvidenceCheck = z.infer<typeof EvidenceCheck>;

/**
 * What magi itself measured of a reported finding in the reviewed tree, before the review was
 * recorded. A scanner never writes it; identity, origin and dispositions rest on it.
 */
export const Anchor = z.strictObject({
  /** Digest of the text of the line without white space. */
  lineHash: Sha256,
  /** Which of the equal lines within the same symbol it is, from 0. */
  occurrence: z.int().min(0),
  /** Digest of the lines the finding rests on, for dispositions. */
  contentDigest: Sha256,
  evidenceCheck: EvidenceCheck,
  origin: z.enum(['introduced', 'pre_existing', 'unknown']),
});
export type Anchor = z.infer<typeof Anchor>;

/** What one scanner says about one problem. A finding without `check` is an unlisted issue. */
export const ReportedFinding = z.strictObject({
  check: CheckId.optional(),
  rule: z.string().min(1),
  severity: Severity,
  file: z.string(),
  line: z.int().min(1),
  endLine: z.int().min(1).optional(),
  side: z.enum(['head', 'base']).optional(),
  message: z.string().min(1),
  /** The quoted source text that the finding rests on; checked against the reviewed tree. */
  evidence: z.string(),
  suggestion: z.string().optional(),
  fixes: z.array(TextFix).optional(),
  /** Enclosing symbol path (`Class.method`), where the scanner knows it; part of the identity. */
  symbol: z.string().optional(),
  /** True for findings about the diff as a whole, which need not lie on a changed line. */
  diffLevel: z.boolean().optional(),
  /** How the value reached the place, source first. */
  trace: z.array(Location).optional(),
  /** For findings imported from elsewhere (SARIF): the tool that made them. */
  tool: z.string().optional(),
  anchor: Anchor.optional(),
});
export type ReportedFinding = z.infer<typeof ReportedFinding>;

/** One scanner's part in a merged finding. */
export const FindingVoice = z.strictObject({
  scanner: z.string(),
  rule: z.string(),
  severity: Severity,
  line: z.int().min(1),
  message: z.string(),
});
export type FindingVoice = z.infer<typeof FindingVoice>;

/**
 * One problem, merged over scanners.
 *
 * `id` is short and stable over line shifts, nearby edits, renames and rewording; `fingerprint` is
 * the full digest that it is cut from. `agreement` is the share of the panel that voiced it, 0..1.
 */
export const Finding = z.strictObject({
  id: z.string().min(1),
  fingerprint: Sha256,
  check: CheckId.nullable(),
  rule: z.string(),
  severity: Severity,
  /** True when this finding alone prevents acceptance. */
  gating: z.boolean(),
  file: z.string(),
  line: z.int().min(1),
  endLine: z.int().min(1).optional(),
  side: z.enum(['head', 'base']).optional(),
  message: z.string(),
  evidence: z.string(),
  evidenceCheck: EvidenceCheck,
  suggestion: z.string().optional(),
  fixes: z.array(TextFix).optional(),
  symbol: z.string().optional(),
  diffLevel: z.boolean().optional(),
  trace: z.array(Location).optional(),
  origin: z.enum(['introduced', 'pre_existing', 'unknown']),
  /** Digest of the content the finding rests on; dispositions are bound to it. */
  contentDigest: Sha256,
  voices: z.array(FindingVoice).min(1),
  agreement: z.number().min(0).max(1),
  /** Number of the attempt that wrote the lines the finding lies on. */
  introducedBy: z.int().min(1).optional(),
});
export type Finding = z.infer<typeof Finding>;
