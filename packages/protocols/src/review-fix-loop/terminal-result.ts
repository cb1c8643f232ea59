import {
  BlockedReason,
  ChangesRemainingReason,
  LoopTerminalResult,
  type PublishOutput,
} from '@magi/contracts';
import type { RunView } from '@magi/engine';
import type { ArtifactPlace } from '../artifact-files.ts';
import { commitsOf, type LoopFacts, loopFacts } from './loop-facts.ts';

type Place = Omit<ArtifactPlace, 'startedAt' | 'updatedAt'>;
type End = Pick<LoopTerminalResult, 'terminal_state' | 'reason'>;

/**
 * The terminal result of seed 002; null while the run goes on.
 *
 * Its readers may believe `converged` only with proof: where the run has none (no passed command of
 * both scopes, no publication that was asked for), the result says what is missing instead.
 */
export function terminalResultOf(view: RunView, place: Place): LoopTerminalResult | null {
  const facts = loopFacts(view, place);
  const { terminal, context } = view;
  if (facts === null || terminal === null) return null;
  const { validations, budget, policy, ...common } = facts;
  const [initial, ...created] = facts.head_history;
  const final = facts.head_history.at(-1);
  const [base] = facts.base_revision_history;
  const end = endOf(view, facts);
  const isPublished = context.publication?.status === 'published';
  const consumed = context.attempts.length;
  return LoopTerminalResult.parse({
    schema_version: '1.0',
    ...common,
    ...end,
    budget: {
      original_max_fix_cycles: budget,
      consumed_cycles: Math.min(consumed, budget),
      remaining_cycles: Math.max(0, budget - consumed),
    },
    resume_status: place.wasResumed ? 'resumed' : 'not_resumed',
    head: { initial, final },
    comparison_base: { initial: base, final: base },
    validation_summary: validations,
    finding_dispositions: dispositionsOf(view),
    created_commits: created,
    source: sourceOf(view, facts, place),
    unpushed_commits: isPublished ? [] : created,
    publication: {
      policy,
      status: statusOf(policy, end.reason, context.publication),
      ...heads(context.publication),
      non_converged_exposure: false,
    },
    acceptance_reconciliation_required: created.length > 0,
    unresolved_or_deferred_findings: unresolved(view),
    operator_action: terminal.nextStep,
  });
}

function endOf(view: RunView, facts: LoopFacts): End {
  const { terminal, context } = view;
  const { outcome, reason } = terminal ?? { outcome: 'stopped', reason: 'unknown' };
  if (outcome === 'converged') {
    const missing = missingProof(view, facts);
    return missing === null
      ? { terminal_state: 'converged' }
      : { terminal_state: 'blocked', reason: missing };
  }
  const word = context.input.protocol.terms[reason] ?? reason;
  const remaining = ChangesRemainingReason.safeParse(word);
  if (remaining.success) return { terminal_state: 'changes_remaining', reason: remaining.data };
  const blocked = BlockedReason.safeParse(word);
  return {
    terminal_state: 'blocked',
    reason: blocked.success ? blocked.data : 'operator_input_required',
  };
}

/** What keeps a run that converged from saying so to readers of seed 002. */
function missingProof({ context }: RunView, facts: LoopFacts): BlockedReason | null {
  const { validations, policy, review_records: records } = facts;
  const scopes = new Set(validations.map(({ scope }) => scope));
  const isProven =
    scopes.has('focused') &&
    scopes.has('full') &&
    validations.every((it) => it.status === 'passed');
  if (!isProven) return 'validation_unavailable';
  if (records.some(({ mutation_attempts: writes }) => writes.length > 0)) {
    return 'reviewer_integrity_failure';
  }
  const needsPublication = policy === 'update_pr' && context.publication?.status !== 'published';
  return needsPublication ? 'publication_failed' : null;
}

function statusOf(
  policy: LoopFacts['policy'],
  reason: End['reason'],
  publication: PublishOutput | null,
): LoopTerminalResult['publication']['status'] {
  if (policy === 'local_commit') return 'not_applicable';
  // A fact, also where its readers would not have allowed it.
  if (publication?.status === 'published') return 'published';
  return reason === 'remote_advanced' || reason === 'publication_failed' ? 'failed' : 'withheld';
}

function heads(publication: PublishOutput | null) {
  const { remoteBefore, remoteAfter } = publication ?? {};
  return {
    ...(remoteBefore !== undefined && { remote_head_before: remoteBefore }),
    ...(remoteAfter !== undefined && { remote_head_after: remoteAfter }),
  };
}

type Answered = LoopTerminalResult['finding_dispositions'];

function dispositionsOf({ context }: RunView): Answered {
  return context.attempts.flatMap(({ dispositions, outcome, resultCommit }) =>
    dispositions.flatMap(({ fingerprint, value, reason }): Answered => {
      const finding_id = fingerprint.slice(0, 12);
      const rationale = reason || value;
      if (value !== 'fixed') return [{ finding_id, disposition: 'declined', rationale }];
      if (outcome !== 'committed' || resultCommit === undefined) return [];
      const fix_commit_sha = resultCommit;
      return [{ finding_id, disposition: 'selected', rationale, fix_commit_sha }];
    }),
  );
}

function sourceOf(
  { context }: RunView,
  { head_history }: LoopFacts,
  { remote }: Place,
): LoopTerminalResult['source'] {
  const [initial] = head_history;
  const isPublished = context.publication?.status === 'published';
  const final = isPublished ? head_history.at(-1) : (remote?.tip ?? undefined);
  if (remote?.tip === undefined || remote.tip === null || !initial || !final) {
    return { status: 'unavailable', unavailable_reason: 'the run publishes nowhere' };
  }
  return {
    status: 'bound',
    initial_head: remote.tip,
    final_head: final,
    ahead_by: isPublished ? 0 : commitsOf(context.attempts).length,
    behind_by: 0,
  };
}

function unresolved({ history, terminal }: RunView): string[] {
  if (terminal?.outcome === 'converged') return [];
  const findings = history.at(-1)?.consolidation.findings ?? [];
  return findings.map(
    ({ id, severity, file, line, message }) => `${id} ${severity} ${file}:${line} ${message}`,
  );
}
