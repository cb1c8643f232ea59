import { z } from 'zod';
import { ValidationOutcome, WrittenLines } from './attempt.ts';
import { Candidate } from './candidate.ts';
import { Conflict } from './conflict.ts';
import { Constraint } from './constraint.ts';
import { Cost } from './cost.ts';
import { Disposition } from './disposition.ts';
import { Finding } from './finding.ts';
import { Sha256 } from './json.ts';
import { Review } from './review.ts';
import { ScannerSpec } from './scanner-spec.ts';
import { MineOutput, StudyOutput, UpgradeOutput } from './training.ts';

/** The work that the engine asks the outside for. */
export const EffectKind = z.enum([
  'ground',
  'scan',
  'validate',
  'fix',
  'promote',
  'discard',
  'publish',
  'merge_wording',
  'mine',
  'study',
  'upgrade',
]);
export type EffectKind = z.infer<typeof EffectKind>;

/** Fixes the candidate and the panel of one round; re-reads base and head at every boundary. */
export const GroundInput = z.strictObject({
  round: z.int().min(1),
  request: Candidate.shape.request,
  goal: z.string().optional(),
  /** Commit or tree that the loop believes the head to be; a difference is reported as drift. */
  expectedHead: z.string().optional(),
  expectedBase: z.string().optional(),
});
export type GroundInput = z.infer<typeof GroundInput>;

export const GroundOutput = z.strictObject({
  candidate: Candidate,
  panel: z.array(ScannerSpec),
  /** Digest of the configuration, personas and routing that the panel was built from. */
  configHash: Sha256,
  dispositions: z.array(Disposition),
  /** `head_moved`, `base_moved`, … when the repository changed under the loop. */
  drift: z.strictObject({ kind: z.string(), message: z.string() }).optional(),
});
export type GroundOutput = z.infer<typeof GroundOutput>;

export const ScanInput = z.strictObject({
  round: z.int().min(1),
  attempt: z.int().min(1),
  scanner: ScannerSpec,
  candidate: Candidate,
  constraints: z.array(Constraint),
});
export type ScanInput = z.infer<typeof ScanInput>;

export const ValidateInput = z.strictObject({
  round: z.int().min(1),
  /** Number of the attempt that is validated; absent: the candidate itself. */
  attempt: z.int().min(1).optional(),
  scopes: z.array(z.enum(['focused', 'full'])),
  commit: z.string().optional(),
});
export type ValidateInput = z.infer<typeof ValidateInput>;

export const ValidateOutput = z.strictObject({ validations: z.array(ValidationOutcome) });
export type ValidateOutput = z.infer<typeof ValidateOutput>;

export const FixInput = z.strictObject({
  round: z.int().min(1),
  attempt: z.int().min(1),
  candidate: Candidate,
  constraints: z.array(Constraint),
  findings: z.array(Finding),
  resolutions: z.array(Conflict),
  isolation: z.enum(['none', 'worktree']),
  commit: z.enum(['none', 'per_attempt']),
});
export type FixInput = z.infer<typeof FixInput>;

/** What the fixer did. `changed` is committed on the attempt branch and still to be validated. */
export const FixOutput = z.strictObject({
  outcome: z.enum(['changed', 'no_change', 'failed', 'conflict']),
  fixer: z.string(),
  startedFrom: z.string(),
  commit: z.string().optional(),
  tree: z.string().optional(),
  written: z.array(WrittenLines),
  dispositions: z.array(Disposition),
  conflicts: z.array(Conflict),
  reason: z.string().optional(),
  preserved: z.string().optional(),
  /** What else changed in the repository meanwhile and is nobody's fault: other branches. */
  notes: z.array(z.string()).optional(),
  cost: Cost.optional(),
});
export type FixOutput = z.infer<typeof FixOutput>;

export const PromoteInput = z.strictObject({
  round: z.int().min(1),
  attempt: z.int().min(1),
  startedFrom: z.string(),
  commit: z.string(),
});
export type PromoteInput = z.infer<typeof PromoteInput>;

export const PromoteOutput = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('promoted'), head: z.string(), tree: z.string() }),
  z.strictObject({
    outcome: z.literal('refused'),
    reason: z.enum(['head_moved', 'dirty', 'branch_switched', 'not_fast_forward', 'integrity']),
    message: z.string(),
    preserved: z.string().optional(),
  }),
]);
export type PromoteOutput = z.infer<typeof PromoteOutput>;

export const DiscardInput = z.strictObject({
  attempt: z.int().min(1),
  commit: z.string().optional(),
  reason: z.string(),
});
export type DiscardInput = z.infer<typeof DiscardInput>;

export const DiscardOutput = z.strictObject({ preserved: z.string().optional() });
export type DiscardOutput = z.infer<typeof DiscardOutput>;

export const PublishInput = z.strictObject({
  policy: z.enum(['local_commit', 'update_pr']),
  candidate: Candidate,
  initialHead: z.string(),
  commits: z.array(z.string()),
});
export type PublishInput = z.infer<typeof PublishInput>;

export const PublishOutput = z.strictObject({
  status: z.enum(['not_applicable', 'published', 'failed']),
  reason: z.enum(['remote_advanced', 'publication_failed', 'integrity']).optional(),
  message: z.string(),
  remoteBefore: z.string().optional(),
  remoteAfter: z.string().optional(),
});
export type PublishOutput = z.infer<typeof PublishOutput>;

export const MergeWordingInput = z.strictObject({ findings: z.array(Finding) });
export type MergeWordingInput = z.infer<typeof MergeWordingInput>;

/** New wordings by finding id; nothing else about a finding may be changed by a model. */
export const MergeWordingOutput = z.strictObject({ messages: z.record(z.string(), z.string()) });
export type MergeWordingOutput = z.infer<typeof MergeWordingOutput>;

/** Schema of what each kind of effect returns; the host checks it before the entry is appended. */
export const effectOutputs = {
  ground: GroundOutput,
  scan: Review,
  validate: ValidateOutput,
  fix: FixOutput,
  promote: PromoteOutput,
  discard: DiscardOutput,
  publish: PublishOutput,
  merge_wording: MergeWordingOutput,
  mine: MineOutput,
  study: StudyOutput,
  upgrade: UpgradeOutput,
} as const satisfies Record<EffectKind, z.ZodType>;
