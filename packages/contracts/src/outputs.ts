import { z } from 'zod';
import { FileStatus } from './candidate.ts';
import { Voice } from './consolidation.ts';
import { Constraint } from './constraint.ts';
import { Cost } from './cost.ts';
import { CoverageState } from './coverage.ts';
import { Question } from './decision.ts';
import { Disposition } from './disposition.ts';
import { PublishOutput } from './effect.ts';
import { EvidenceCheck, Finding, FindingVoice, TextFix } from './finding.ts';
import { Instant, Json, Sha256 } from './json.ts';
import { NextStage, Outcome, TerminalResult } from './outcome.ts';
import { ReviewVerdict } from './review.ts';
import { Severity } from './severity.ts';
import { Signal } from './signal.ts';

export const SchemaVersion = z.literal(1);

/** `magi review --json`, `magi run --json` and `magi resume --json` print one of these. */
export const ReviewOutput = z.strictObject({
  schemaVersion: SchemaVersion,
  run: z.strictObject({ id: z.string(), protocol: z.string(), state: z.string() }),
  candidate: z.strictObject({
    base: z.string(),
    head: z.string(),
    treeHash: z.string(),
    baseTreeHash: z.string(),
    files: z.array(
      z.strictObject({
        path: z.string(),
        oldPath: z.string().optional(),
        status: FileStatus,
        added: z.int().nullable(),
        removed: z.int().nullable(),
      }),
    ),
  }),
  verdict: ReviewVerdict,
  outcome: Outcome.nullable(),
  reason: z.string(),
  reasons: z.array(z.string()),
  nextStage: NextStage,
  evaluated: z.strictObject({ checks: z.int(), of: z.int() }),
  checks: z.array(
    z.strictObject({
      id: z.string(),
      statement: z.string(),
      value: z.enum(['true', 'false', 'not_evaluated']),
      reason: z.string(),
      voices: z.array(Voice),
    }),
  ),
  findings: z.array(
    z.strictObject({
      id: z.string(),
      check: z.string().nullable(),
      rule: z.string(),
      severity: Severity,
      gating: z.boolean(),
      file: z.string(),
      line: z.int().min(1),
      endLine: z.int().optional(),
      side: z.enum(['head', 'base']).optional(),
      message: z.string(),
      evidence: z.string(),
      evidenceCheck: EvidenceCheck,
      suggestion: z.string().optional(),
      fixes: z.array(TextFix).optional(),
      origin: z.enum(['introduced', 'pre_existing', 'unknown']),
      agreement: z.number(),
      introducedBy: z.int().optional(),
      /** Enclosing symbol path, where it is known; part of the identity. */
      symbol: z.string().optional(),
      diffLevel: z.boolean().optional(),
      fingerprint: Sha256,
      voices: z.array(FindingVoice),
    }),
  ),
  /** Findings that a disposition sets aside: shown, never counted. */
  suppressed: z
    .array(
      z.strictObject({
        finding: Finding.pick({
          id: true,
          check: true,
          rule: true,
          severity: true,
          file: true,
          line: true,
          message: true,
        }),
        disposition: Disposition,
      }),
    )
    .optional(),
  constraints: z.array(Constraint),
  coverage: z.array(
    z.strictObject({
      file: z.string(),
      state: CoverageState,
      scanners: z.record(z.string(), CoverageState),
      reasons: z.record(z.string(), z.string()).optional(),
    }),
  ),
  incomplete: z.array(
    z.strictObject({
      scanner: z.string(),
      status: z.string(),
      reason: z.string(),
      /** What stopped an agent: `budget`, `not-installed`, `auth-required`, `timeout`, … */
      code: z.string().optional(),
    }),
  ),
  /** What reviewers did wrong without voiding their reviews: miscounts, refused writes, … */
  faults: z.array(z.strictObject({ scanner: z.string(), fault: z.string() })).optional(),
  /** What agents say about how they answered: sandbox, cache, `found in k of N samples`. */
  notes: z.array(z.strictObject({ scanner: z.string(), note: z.string() })).optional(),
  signals: z.array(Signal),
  rounds: z.int().min(0),
  attempts: z.int().min(0),
  costs: z.record(z.string(), Cost),
  durationMs: z.number().min(0),
  /** What a parked run asks; `magi decide RUN --option ID` answers it. */
  question: Question.optional(),
  /** How a loop ended; absent for a review alone and while a run goes on or waits. */
  terminal: TerminalResult.extend({
    /** Outcome and reason in the words of the protocol, where it has its own. */
    words: z.strictObject({ outcome: z.string(), reason: z.string() }),
    /** What came of the publication, where one was asked for. */
    publication: PublishOutput.optional(),
    /** Folders below the common git directory with the patches of attempts that were not promoted. */
    preserved: z.array(z.string()),
  }).optional(),
});
export type ReviewOutput = z.infer<typeof ReviewOutput>;

/** `magi runs --json`, newest first. A run that was cut off has outcome null. */
export const RunsOutput = z.strictObject({
  schemaVersion: SchemaVersion,
  runs: z.array(
    z.strictObject({
      id: z.string(),
      startedAt: Instant,
      candidate: z.strictObject({ base: z.string(), head: z.string() }).nullable(),
      protocol: z.string(),
      verdict: ReviewVerdict.nullable(),
      outcome: Outcome.nullable(),
      reason: z.string().nullable(),
      entries: z.int().min(0),
      state: z.string(),
    }),
  ),
});
export type RunsOutput = z.infer<typeof RunsOutput>;

/** A pending effect: asked for and not answered. */
export const PendingEffect = z.strictObject({ key: z.string(), kind: z.string() });
export type PendingEffect = z.infer<typeof PendingEffect>;

/** A timer that has not fired; `dueAt` is the original deadline. */
export const PendingTimer = z.strictObject({ id: z.string(), dueAt: Instant });
export type PendingTimer = z.infer<typeof PendingTimer>;

/** `magi replay RUN --at N --json`: equal for equal logs on any machine. */
export const ReplayOutput = z.strictObject({
  schemaVersion: SchemaVersion,
  run: z.string(),
  seq: z.int().min(0),
  stateHash: Sha256,
  state: Json,
  pending: z.array(PendingEffect),
  timers: z.array(PendingTimer),
});
export type ReplayOutput = z.infer<typeof ReplayOutput>;
