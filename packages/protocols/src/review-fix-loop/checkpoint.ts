import { LoopCheckpoint } from '@magi/contracts';
import type { RunView } from '@magi/engine';
import type { ArtifactPlace } from '../artifact-files.ts';
import { type LoopFacts, loopFacts } from './loop-facts.ts';

type Place = Omit<ArtifactPlace, 'startedAt' | 'updatedAt'>;

/** The checkpoint of seed 002; null before there is a candidate. */
export function checkpointOf(view: RunView, place: Place): LoopCheckpoint | null {
  const facts = loopFacts(view, place);
  if (facts === null) return null;
  const { validations, budget, policy, ...common } = facts;
  const [base] = facts.base_revision_history;
  const { remote } = place;
  return LoopCheckpoint.parse({
    schema_version: '1.0',
    ...common,
    initial_head: facts.head_history[0],
    current_head: facts.head_history.at(-1),
    comparison_base: base,
    publication: {
      policy,
      ...(policy === 'update_pr' &&
        remote !== undefined && {
          pull_request: {
            head_repository: remote.url,
            head_ref: remote.ref,
            base_ref: base?.ref ?? 'unknown',
          },
        }),
    },
    original_cycle_budget: budget,
    cycle_attempts: attemptsOf(view),
    validation_outcomes: validations,
    source: sourceOf(view, facts, place),
    current_phase: phaseOf(view),
    expected_next_action: nextActionOf(view),
  });
}

function attemptsOf({ context, history }: RunView): LoopCheckpoint['cycle_attempts'] {
  return context.attempts.map(({ number, startedFrom, outcome, resultCommit }) => {
    const record = history.find(({ attempt }) => attempt?.number === number);
    const finding = record?.consolidation.findings.find(({ gating }) => gating);
    const isCommitted = outcome === 'committed' && resultCommit !== undefined;
    return {
      sequence: number,
      started_from_head: startedFrom,
      outcome: isCommitted ? 'committed' : outcome === 'interrupted' ? 'interrupted' : 'failed',
      ...(isCommitted && { resulting_head: resultCommit }),
      ...(finding !== undefined && { finding_id: finding.id }),
    };
  });
}

function sourceOf(
  { context }: RunView,
  { head_history: heads }: LoopFacts,
  { remote }: Place,
): LoopCheckpoint['source'] {
  const { publication } = context;
  const isPublished = publication?.status === 'published';
  const verified = isPublished ? heads.at(-1) : (publication?.remoteAfter ?? remote?.tip);
  if (remote === undefined || !verified) {
    const why = remote === undefined ? 'the run publishes nowhere' : 'it could not be reached';
    return { status: 'unavailable', unavailable_reason: why };
  }
  return {
    status: 'bound',
    last_verified_head: verified,
    ahead_by: isPublished ? 0 : heads.length - 1,
    behind_by: 0,
  };
}

const phases: Readonly<Record<string, LoopCheckpoint['current_phase']>> = {
  grounding: 'resolve',
  placing: 'resolve',
  validating: 'establish_evidence',
  validated: 'establish_evidence',
  scanning: 'review',
  consolidating: 'review',
  deciding: 'decide',
  awaitingDecision: 'decide',
  synthesising: 'fix',
  weighing: 'invalidate_and_repeat',
  accepted: 'publish',
  publishing: 'publish',
};

function phaseOf({ value, terminal }: RunView): LoopCheckpoint['current_phase'] {
  if (terminal) return 'return';
  const isProving = ['validating', 'promoting'].includes(`${value['run/synthesis']}`);
  if (value.run === 'synthesising' && isProving) return 'validate_and_commit';
  return phases[`${value.run}`] ?? 'return';
}

function nextActionOf({ terminal, question, pending, run }: RunView): string {
  if (terminal) return terminal.nextStep;
  if (question) return `answer: ${question.text}`;
  const waiting = pending.map(({ key }) => key).join(', ');
  return waiting === '' ? `magi resume ${run}` : `finish ${waiting}`;
}
