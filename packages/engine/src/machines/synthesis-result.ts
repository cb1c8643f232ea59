import type {
  Attempt,
  FixInput,
  FixOutput,
  PromoteOutput,
  RecordedError,
  ValidateInput,
  ValidationOutcome,
} from '@magi/contracts';

/** What one attempt is asked to do. */
export interface SynthesisTask {
  readonly fix: FixInput;
  /** Name of the fixer, for attempts that end before the fixer says who it is. */
  readonly fixer: string;
  readonly startedFrom: string;
  /** Validations to pass before promotion; empty where there are no commands. */
  readonly scopes: ValidateInput['scopes'];
}

export interface SynthesisContext {
  readonly task: SynthesisTask;
  readonly fix: FixOutput | null;
  readonly validations: readonly ValidationOutcome[];
  readonly promotion: PromoteOutput | null;
  readonly failure: { readonly step: string; readonly error: RecordedError } | null;
  readonly preserved: string | null;
}

/** How an attempt ended, and what it means for the run. */
export interface SynthesisResult {
  readonly attempt: Attempt;
  /** Where the branch is after a promotion. */
  readonly promoted: { readonly head: string; readonly tree: string } | null;
  /** Why the run cannot go on: the repository is not as the loop left it. */
  readonly blocked: { readonly reason: string; readonly message: string } | null;
}

/** Sums up the course of an attempt. */
export function attemptOf(context: SynthesisContext): SynthesisResult {
  const { task, fix, promotion } = context;
  const { outcome, reason } = verdictOf(context);
  const cost = fix?.cost ?? context.failure?.error.cost;
  const preserved = context.preserved ?? refusedPatch(promotion) ?? fix?.preserved;
  const promoted = promotion?.outcome === 'promoted' ? promotion : null;
  const attempt: Attempt = {
    number: task.fix.attempt,
    round: task.fix.round,
    outcome,
    fixer: fix?.fixer ?? task.fixer,
    startedFrom: fix?.startedFrom ?? task.startedFrom,
    ...(fix?.commit === undefined ? {} : { resultCommit: fix.commit }),
    ...(fix?.tree === undefined ? {} : { resultTree: fix.tree }),
    ...(reason === undefined ? {} : { reason }),
    written: fix?.written ?? [],
    dispositions: fix?.dispositions ?? [],
    conflicts: fix?.conflicts ?? [],
    validations: [...context.validations],
    ...(preserved === undefined ? {} : { preserved }),
    ...(cost === undefined ? {} : { cost }),
  };
  return {
    attempt,
    promoted: promoted ? { head: promoted.head, tree: promoted.tree } : null,
    blocked: blockedBy(context),
  };
}

/** A refused promotion and a fixer that left its place end the run: the repository is not ours to mend. */
function blockedBy({ promotion, failure }: SynthesisContext): SynthesisResult['blocked'] {
  if (promotion?.outcome === 'refused')
    return { reason: promotion.reason, message: promotion.message };
  return failure?.error.code === 'MAGI_CANDIDATE_INTEGRITY'
    ? { reason: 'candidate_integrity_failure', message: failure.error.message }
    : null;
}

function verdictOf(context: SynthesisContext): Pick<Attempt, 'outcome' | 'reason'> {
  const { fix, promotion, failure } = context;
  if (failure) return failed(`${failure.step}: ${failure.error.message}`);
  if (promotion?.outcome === 'refused') return failed(`${promotion.reason}: ${promotion.message}`);
  const broken = context.validations.find(({ status }) => status !== 'passed');
  if (broken) return failed(`validation ${broken.name} ${broken.status}: ${broken.result}`);
  if (fix?.outcome === 'changed') return { outcome: 'committed' };
  const said = fix?.reason === undefined ? {} : { reason: fix.reason };
  return { outcome: fix?.outcome ?? 'interrupted', ...said };
}

function failed(reason: string): Pick<Attempt, 'outcome' | 'reason'> {
  return { outcome: 'failed', reason };
}

function refusedPatch(promotion: PromoteOutput | null): string | undefined {
  return promotion?.outcome === 'refused' ? promotion.preserved : undefined;
}
