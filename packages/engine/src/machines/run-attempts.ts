import type {
  Attempt,
  DiscardInput,
  PublishInput,
  RoundRecord,
  ValidateInput,
} from '@magi/contracts';
import { candidateOf, type RunContext } from './run-context.ts';
import { charged } from './run-rounds.ts';
import type { SynthesisResult, SynthesisTask } from './synthesis-result.ts';
import { workOf } from './work-selection.ts';

/** Number of the attempt that is under way or comes next. */
export function nextAttempt(context: RunContext): number {
  return context.attemptInFlight ?? context.attempts.length + 1;
}

/** What the synthesis actor is asked to do. */
export function synthesisTask(context: RunContext): SynthesisTask {
  const { input, round } = context;
  const { fix } = input.protocol;
  const candidate = candidateOf(context);
  return {
    fix: {
      round,
      attempt: nextAttempt(context),
      candidate,
      ...workOf(context),
      resolutions: [...context.resolutions],
      isolation: fix.isolation,
      commit: fix.commit,
    },
    fixer: input.fixer ?? 'none',
    startedFrom: candidate.head.commit ?? candidate.head.tree,
    scopes: scopesOf(context, fix.validate),
  };
}

/** The wanted scopes for which the run has commands. */
export function scopesOf(
  context: RunContext,
  wanted: ValidateInput['scopes'],
): ValidateInput['scopes'] {
  return wanted.filter((scope) =>
    context.input.validations.some((validation) => validation.scope === scope),
  );
}

/** What the validation of the candidate itself is asked. */
export function validateInput(context: RunContext): ValidateInput {
  return { round: context.round, scopes: scopesOf(context, ['focused', 'full']) };
}

/** What the publication is asked. */
export function publishInput(context: RunContext): PublishInput {
  const { publication } = context.input.protocol;
  return {
    policy: publication === 'update_pr' ? 'update_pr' : 'local_commit',
    candidate: candidateOf(context),
    initialHead: context.initialHead ?? '',
    commits: committed(context),
  };
}

/** What the clean-up of an attempt that was cut off is asked. */
export function discardInput(context: RunContext): DiscardInput {
  return { attempt: nextAttempt(context), reason: context.terminal?.reason ?? 'stopped' };
}

/** Commits that attempts of this run made, oldest first. */
export function committed(context: RunContext): string[] {
  return context.attempts.flatMap(({ outcome, resultCommit }) =>
    outcome === 'committed' && resultCommit !== undefined ? [resultCommit] : [],
  );
}

/** Marks the start of an attempt; protocols that spend at the start pay now. */
export function startAttempt(context: RunContext): Partial<RunContext> {
  const paysNow = context.input.protocol.budget.attemptSpends === 'start';
  return {
    attemptInFlight: nextAttempt(context),
    spent: { ...context.spent, attempts: context.spent.attempts + (paysNow ? 1 : 0) },
  };
}

/** Books the end of an attempt: history, budgets, costs and where the branch is now. */
export function endAttempt(context: RunContext, result: SynthesisResult): Partial<RunContext> {
  const { attempt, promoted } = result;
  return {
    ...bookAttempt(context, attempt),
    costs: charged(context, 'synthesis', attempt.cost),
    expectedHead: promoted?.head ?? headAfter(context, attempt),
    ...(attempt.outcome === 'committed' ? { guidance: [], resolutions: [] } : {}),
  };
}

/** Books an attempt that was cut off from outside. */
export function interruptAttempt(context: RunContext, preserved?: string): Partial<RunContext> {
  const task = synthesisTask(context);
  const reason = context.terminal?.reason ?? 'stopped';
  return bookAttempt(context, {
    number: task.fix.attempt,
    round: task.fix.round,
    outcome: 'interrupted',
    fixer: task.fixer,
    startedFrom: task.startedFrom,
    reason,
    written: [],
    dispositions: [],
    conflicts: [],
    validations: [],
    ...(preserved === undefined ? {} : { preserved }),
  });
}

function bookAttempt(context: RunContext, attempt: Attempt): Partial<RunContext> {
  const { spent } = context;
  const { outcome } = attempt;
  const paysNow =
    context.input.protocol.budget.attemptSpends === 'completion' && outcome === 'committed';
  return {
    attemptInFlight: null,
    openConflicts: outcome === 'conflict' ? attempt.conflicts : [],
    attempts: [...context.attempts, attempt],
    history: context.history.map((record, index) =>
      index === context.history.length - 1 ? withAttempt(record, attempt) : record,
    ),
    spent: {
      ...spent,
      attempts: spent.attempts + (paysNow ? 1 : 0),
      conflicts: spent.conflicts + (outcome === 'conflict' ? 1 : 0),
      attemptFailures: failuresInRow(spent.attemptFailures, outcome),
    },
  };
}

function withAttempt(record: RoundRecord, attempt: Attempt): RoundRecord {
  const before = record.attempt;
  return before === undefined
    ? { ...record, attempt }
    : { ...record, attempt, earlierAttempts: [...(record.earlierAttempts ?? []), before] };
}

/** An attempt in place leaves a tree without a commit; anything else leaves the head alone. */
function headAfter(context: RunContext, attempt: Attempt): string | null {
  return attempt.outcome === 'committed' ? (attempt.resultTree ?? null) : context.expectedHead;
}

function failuresInRow(before: number, outcome: Attempt['outcome']): number {
  if (outcome === 'committed') return 0;
  return outcome === 'conflict' ? before : before + 1;
}
