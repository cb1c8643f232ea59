import type {
  Attempt,
  Finding,
  LoopCheckpoint,
  RoundRecord,
  ValidationOutcome,
} from '@magi/contracts';
import type { RunView } from '@magi/engine';
import type { ArtifactPlace } from '../artifact-files.ts';

/** What checkpoint and terminal result of seed 002 both say, under the names that both use. */
export type LoopFacts = Pick<
  LoopCheckpoint,
  | 'invocation_id'
  | 'repository'
  | 'branch'
  | 'worktree'
  | 'head_history'
  | 'base_revision_history'
  | 'review_records'
  | 'preserved_failed_attempts'
> & {
  readonly validations: LoopCheckpoint['validation_outcomes'];
  readonly budget: number;
  readonly policy: LoopCheckpoint['publication']['policy'];
};

type Place = Omit<ArtifactPlace, 'startedAt' | 'updatedAt'>;

/** Collects the common facts; null before there is a candidate that they could be about. */
export function loopFacts(view: RunView, place: Place): LoopFacts | null {
  const { candidate, initialHead, attempts, input } = view.context;
  if (candidate === null || initialHead === null) return null;
  const base = { ref: candidate.base.ref, sha: candidate.base.commit ?? candidate.base.tree };
  return {
    invocation_id: view.run,
    repository: { identity: place.repository, git_common_directory: place.commonDir },
    branch: (place.branch ?? 'HEAD').replace(/^refs\/heads\//, ''),
    worktree: {
      tracked: candidate.files.map(({ path }) => path),
      staged: [],
      unstaged: [],
      untracked: [],
      ignored: [],
    },
    head_history: [initialHead, ...commitsOf(attempts)],
    base_revision_history: [base],
    review_records: reviewRecords(view, initialHead, base.sha),
    preserved_failed_attempts: attempts
      .filter(({ outcome }) => outcome !== 'committed')
      .map(({ number, preserved, reason, outcome }) => ({
        attempt_ref: preserved ?? `attempt-${number}`,
        reason: reason || `it ended as ${outcome}`,
      })),
    validations: validationsOf(view),
    budget: Math.min(10, Math.max(1, input.protocol.budget.attempts ?? 3, attempts.length)),
    policy: input.protocol.publication === 'update_pr' ? 'update_pr' : 'local_commit',
  };
}

/** Commits that attempts made, oldest first. */
export function commitsOf(attempts: readonly Attempt[]): string[] {
  return attempts.flatMap(({ outcome, resultCommit }) =>
    outcome === 'committed' && resultCommit !== undefined ? [resultCommit] : [],
  );
}

/** Each round at the head that it looked at: a committed attempt moves it. */
function reviewRecords(
  { history, panel }: RunView,
  initialHead: string,
  baseSha: string,
): LoopCheckpoint['review_records'] {
  let head = initialHead;
  return history.map((record) => {
    const { round, consolidation, attempt } = record;
    const violations = consolidation.incomplete
      .filter(({ reason }) => VIOLATION.test(reason))
      .map(({ scanner, reason }) => `${scanner}: ${reason}`);
    const entry: LoopCheckpoint['review_records'][number] = {
      sequence: round,
      head_sha: head,
      comparison_base_sha: baseSha,
      review_independence: 'fresh_subagent',
      reviewer_identity: `round ${round}: ${panel.map(({ id }) => id).join(', ') || 'nobody'}`,
      write_isolation: violations.length > 0 ? 'violated' : 'enforced',
      aggregate_verdict: verdicts[consolidation.verdict],
      finding_dispositions: dispositionsOf(record),
      mutation_attempts: violations,
    };
    if (attempt?.outcome === 'committed' && attempt.resultCommit !== undefined) {
      head = attempt.resultCommit;
    }
    return entry;
  });
}

const VIOLATION = /^(?:candidate_integrity_failure|reviewer_integrity_failure|tampered): /;
const verdicts = { ACCEPT: 'clean', REJECT: 'changes_required', INCOMPLETE: 'blocked' } as const;

function dispositionsOf({ consolidation, attempt }: RoundRecord) {
  const open = consolidation.findings.map((finding) => {
    const said = attempt?.dispositions.find((it) => it.fingerprint === finding.fingerprint);
    const isDeclined = said !== undefined && said.value !== 'fixed';
    const disposition = isDeclined ? 'rejected' : finding.gating ? 'accepted' : 'deferred';
    return {
      ...entryOf(finding, isDeclined ? said.reason : finding.message),
      disposition,
    } as const;
  });
  const aside = consolidation.suppressed.map(({ finding, disposition: { value, reason } }) => {
    const isLater = value === 'deferred' || value === 'accepted_risk';
    const disposition = isLater ? 'deferred' : 'rejected';
    return { ...entryOf(finding, reason), disposition } as const;
  });
  return [...open, ...aside];
}

function entryOf({ id, message }: Finding, rationale: string) {
  return { finding_id: id, rationale: rationale || message };
}

/** Newest outcome of each command: of the last attempt that is part of the head, or of the head. */
function validationsOf({ context }: RunView): LoopFacts['validations'] {
  const committed = context.attempts.filter(({ outcome }) => outcome === 'committed');
  const newest = new Map<string, ValidationOutcome>();
  const outcomes = [...committed.flatMap(({ validations }) => validations), ...context.validations];
  for (const outcome of outcomes) newest.set(`${outcome.scope} ${outcome.name}`, outcome);
  return [...newest.values()].map(({ name, command, scope, status, result }) => ({
    name,
    command,
    scope,
    status,
    ...(status === 'unavailable' ? { reason: result } : { result }),
  }));
}
