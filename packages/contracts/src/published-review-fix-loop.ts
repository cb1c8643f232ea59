import { z } from 'zod';

/*
 * File formats of seed 002, as its readers expect them (research/seeds-upstream §3.3 and §3.4).
 * Every object is closed there. The rules between fields are checked by the codec.
 */

const Text = z.string().min(1);
/** SHA-1 as its readers know it; SHA-256 for repositories that use that. */
const CommitId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'a commit id');
const BaseRevision = z.strictObject({ ref: Text, sha: CommitId });
const Repository = z.strictObject({ identity: Text, git_common_directory: Text });
const PullRequest = z.strictObject({ repository: Text, number: z.int().min(1) });
const Policy = z.enum(['local_commit', 'update_pr']);
const Worktree = z.strictObject({
  tracked: z.array(z.string()),
  staged: z.array(z.string()),
  unstaged: z.array(z.string()),
  untracked: z.array(z.string()),
  ignored: z.array(z.string()),
});
const Validations = z.array(
  z.strictObject({
    name: Text,
    command: Text,
    scope: z.enum(['focused', 'full']),
    status: z.enum(['passed', 'failed', 'unavailable']),
    result: Text.optional(),
    reason: Text.optional(),
  }),
);
const PreservedAttempts = z.array(z.strictObject({ attempt_ref: Text, reason: Text }));
const ReviewRecords = z.array(
  z.strictObject({
    sequence: z.int().min(1),
    head_sha: CommitId,
    comparison_base_sha: CommitId,
    review_independence: z.enum(['fresh_subagent', 'in_agent_override']),
    reviewer_identity: Text,
    write_isolation: z.enum(['enforced', 'violated']),
    aggregate_verdict: z.enum(['clean', 'changes_required', 'blocked']),
    finding_dispositions: z.array(
      z.strictObject({
        finding_id: Text,
        disposition: z.enum(['accepted', 'rejected', 'deferred']),
        rationale: Text,
      }),
    ),
    mutation_attempts: z.array(Text),
    observed_ref_changes: z.array(Text).optional(),
    integrity_evidence: z.enum(['tool_trace', 'surface_only']).optional(),
  }),
);

/** The durable state of one invocation, from which it is taken up again. */
export const LoopCheckpoint = z.strictObject({
  schema_version: z.literal('1.0'),
  invocation_id: Text,
  repository: Repository,
  branch: Text,
  worktree: Worktree,
  initial_head: CommitId,
  current_head: CommitId,
  comparison_base: BaseRevision,
  pull_request: PullRequest.optional(),
  publication: z.strictObject({
    policy: Policy,
    pull_request: z
      .strictObject({ head_repository: Text, head_ref: Text, base_ref: Text })
      .optional(),
  }),
  original_cycle_budget: z.int().min(1).max(10),
  cycle_attempts: z.array(
    z.strictObject({
      sequence: z.int().min(1),
      started_from_head: CommitId,
      outcome: z.enum(['committed', 'failed', 'interrupted']),
      resulting_head: CommitId.optional(),
      finding_id: Text.optional(),
    }),
  ),
  head_history: z.array(CommitId).min(1),
  base_revision_history: z.array(BaseRevision).min(1),
  review_records: ReviewRecords,
  validation_outcomes: Validations,
  preserved_failed_attempts: PreservedAttempts,
  source: z.strictObject({
    status: z.enum(['bound', 'unavailable']),
    last_verified_head: CommitId.optional(),
    ahead_by: z.int().min(0).optional(),
    behind_by: z.int().min(0).optional(),
    unavailable_reason: Text.optional(),
  }),
  current_phase: z.enum([
    'resolve',
    'establish_evidence',
    'review',
    'decide',
    'fix',
    'validate_and_commit',
    'invalidate_and_repeat',
    'publish',
    'return',
  ]),
  expected_next_action: Text,
});
export type LoopCheckpoint = z.infer<typeof LoopCheckpoint>;

/** Why work is left over. */
export const ChangesRemainingReason = z.enum([
  'cycle_budget_exhausted',
  'repeated_finding',
  'oscillation',
  'expanding_findings',
  'repeated_failed_attempt',
  'current_candidate_validation_failure',
]);
export type ChangesRemainingReason = z.infer<typeof ChangesRemainingReason>;

/** Why the loop could not go on at all. */
export const BlockedReason = z.enum([
  'candidate_busy',
  'candidate_integrity_failure',
  'checkpoint_mismatch',
  'missing_capability',
  'missing_authority',
  'insufficient_change_contract',
  'reviewer_integrity_failure',
  'validation_unavailable',
  'base_drift',
  'remote_advanced',
  'publication_failed',
  'scope_decision_required',
  'operator_input_required',
]);
export type BlockedReason = z.infer<typeof BlockedReason>;

/** The one result that a caller gets back. */
export const LoopTerminalResult = z.strictObject({
  schema_version: z.literal('1.0'),
  invocation_id: Text,
  terminal_state: z.enum(['converged', 'changes_remaining', 'blocked']),
  reason: z.union([ChangesRemainingReason, BlockedReason]).optional(),
  budget: z.strictObject({
    original_max_fix_cycles: z.int().min(1).max(10),
    consumed_cycles: z.int().min(0),
    remaining_cycles: z.int().min(0),
  }),
  resume_status: z.enum(['not_resumed', 'resumed', 'resume_unavailable']),
  repository: Repository,
  branch: Text,
  worktree: Worktree,
  pull_request: PullRequest.optional(),
  head: z.strictObject({ initial: CommitId, final: CommitId }),
  comparison_base: z.strictObject({ initial: BaseRevision, final: BaseRevision }),
  head_history: z.array(CommitId).min(1),
  base_revision_history: z.array(BaseRevision).min(1),
  review_records: ReviewRecords,
  validation_summary: Validations,
  finding_dispositions: z.array(
    z.strictObject({
      finding_id: Text,
      disposition: z.enum(['selected', 'declined']),
      rationale: Text,
      fix_commit_sha: CommitId.optional(),
    }),
  ),
  created_commits: z.array(CommitId),
  preserved_failed_attempts: PreservedAttempts,
  source: z.strictObject({
    status: z.enum(['bound', 'unavailable']),
    initial_head: CommitId.optional(),
    final_head: CommitId.optional(),
    ahead_by: z.int().min(0).optional(),
    behind_by: z.int().min(0).optional(),
    unavailable_reason: Text.optional(),
  }),
  unpushed_commits: z.array(CommitId),
  publication: z.strictObject({
    policy: Policy,
    status: z.enum(['not_applicable', 'withheld', 'published', 'failed']),
    remote_head_before: CommitId.optional(),
    remote_head_after: CommitId.optional(),
    non_converged_exposure: z.boolean(),
  }),
  acceptance_reconciliation_required: z.boolean(),
  unresolved_or_deferred_findings: z.array(Text),
  operator_action: Text,
});
export type LoopTerminalResult = z.infer<typeof LoopTerminalResult>;
