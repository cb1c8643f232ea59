import { z } from 'zod';
import { CheckId } from './check.ts';
import { Severity } from './severity.ts';
import { DetectorName } from './signal.ts';

/** How the answers of several scanners to one check become one (design §9). */
export const MergeRule = z.discriminatedUnion('kind', [
  /** Strict logical AND: one `false` is enough. Seed 003. */
  z.strictObject({ kind: z.literal('and') }),
  /** False when at least k of the scanners that voted say false. */
  z.strictObject({ kind: z.literal('k_of_n'), k: z.int().min(1) }),
  /** False when the weight of the false votes reaches `threshold` of the weight that voted, 0..1. */
  z.strictObject({
    kind: z.literal('weighted'),
    weights: z.record(z.string(), z.number().min(0)),
    threshold: z.number().gt(0).max(1),
  }),
  /** A false of a named scanner or role decides alone; the others need a majority. */
  z.strictObject({ kind: z.literal('veto'), by: z.array(z.string()).min(1) }),
]);
export type MergeRule = z.infer<typeof MergeRule>;

/** Predicate on a consolidation. Per-severity maxima count gating findings; absent means no limit. */
export const Gate = z.strictObject({
  preset: z.enum(['all_pass', 'majority_pass', 'custom']).optional(),
  max: z.partialRecord(Severity, z.int().min(0)),
  checks: z.enum(['and', 'ignore']),
  unlisted: z.enum(['block', 'ignore']),
  /** Expression over counts and checks, for example `critical == 0 && checks.failed <= 1`. */
  expression: z.string().optional(),
});
export type Gate = z.infer<typeof Gate>;

export const DetectorConfig = z.strictObject({
  name: DetectorName,
  action: z.enum(['escalate', 'stop', 'warn']),
  /** Meaning depends on the detector: rounds in a row, longest period, count, … */
  limit: z.int().min(1).optional(),
  /** `check`: single checks; `set`: the whole set of open constraint keys. */
  on: z.enum(['check', 'set']).optional(),
});
export type DetectorConfig = z.infer<typeof DetectorConfig>;

/** Limits. Reviews and attempts are counted apart; an absent limit does not apply. */
export const Budget = z.strictObject({
  reviews: z.int().min(1).optional(),
  attempts: z.int().min(0).optional(),
  hardCap: z.int().min(1).optional(),
  attemptSpends: z.enum(['start', 'completion']),
  conflicts: z.int().min(0).optional(),
  attemptFailuresInRow: z.int().min(1).optional(),
  wallClockMs: z.int().min(1).optional(),
  calls: z.int().min(1).optional(),
  tokens: z.int().min(1).optional(),
  usd: z.number().gt(0).optional(),
});
export type Budget = z.infer<typeof Budget>;

export const DecisionOption = z.strictObject({
  id: z.string(),
  label: z.string(),
  effect: z.enum(['accept', 'retry', 'stop', 'resolve']),
});
export type DecisionOption = z.infer<typeof DecisionOption>;

const OptionList = z.strictObject({
  options: z.array(DecisionOption).min(1).max(4),
  freeText: z.boolean(),
});

/**
 * Data that says how a loop runs. One statechart runs every protocol; nothing in the engine knows
 * a protocol by name.
 */
export const Protocol = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'kebab-case'),
  version: z.int().min(1),
  title: z.string(),
  entry: z.enum(['review', 'fix']),
  validateBeforeReview: z.boolean(),
  panel: z.strictObject({
    scanners: z.array(z.string()),
    select: z.enum(['all', 'routing']),
    quorum: z.union([z.literal('all'), z.int().min(1)]),
    fault: z.strictObject({
      retries: z.int().min(0),
      afterwards: z.enum(['block', 'ignore', 'ask']),
    }),
    timeoutMs: z.int().min(1),
  }),
  merge: MergeRule,
  /** What a check that its owner left out counts as. `fail` is fail-closed. */
  missingAssertion: z.enum(['fail', 'ignore']),
  claimVsEvidence: z.enum(['recount', 'trust']),
  /** Per-severity names of the protocol, with the spellings its reviewers use. */
  severities: z.array(
    z.strictObject({ id: Severity, label: z.string(), aliases: z.array(z.string()) }),
  ),
  gate: Gate,
  budget: Budget,
  detectors: z.array(DetectorConfig),
  /** Whether a toggle counts against a round that is otherwise acceptable (seed 003, decision 1). */
  oscillationPrecedence: z.enum(['accept', 'escalate']),
  /** From this round on, only blocking findings and regressions may gate; absent: never. */
  ratchetFromRound: z.int().min(2).optional(),
  fix: z.strictObject({
    scope: z.enum(['all', 'blocking', 'one', 'batch']),
    isolation: z.enum(['none', 'worktree']),
    commit: z.enum(['none', 'per_attempt']),
    validate: z.array(z.enum(['focused', 'full'])),
    conflict: z.enum(['none', 'ask', 'escalate']),
    decline: z.enum(['forbid', 'block', 'continue']),
    /** Time of one attempt; absent: half an hour. */
    timeoutMs: z.int().min(1).optional(),
  }),
  decisions: z.strictObject({ cap: OptionList, stall: OptionList, conflict: OptionList }),
  /** What happens at a question when nobody is there: park and exit 3, or stop. */
  unattended: z.enum(['park', 'stop']),
  publication: z.enum(['none', 'local_commit', 'update_pr']),
  artifacts: z.strictObject({
    codec: z.enum(['minions', 'gsd', 'review-fix-loop', 'magi', 'worker-reviewer']),
    suffix: z.string(),
  }),
  /** Words of the protocol for terms of the engine, for example `converged` → `COMPLETED`. */
  terms: z.record(z.string(), z.string()),
  /** Checks that the protocol asks for whatever the personas say. */
  requiredChecks: z.array(CheckId).optional(),
});
export type Protocol = z.infer<typeof Protocol>;
