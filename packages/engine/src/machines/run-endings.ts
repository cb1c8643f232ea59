import type { Outcome, RecordedError, TerminalResult } from '@magi/contracts';
import { committed } from './run-attempts.ts';
import { lastRecord, type RunContext, type RunEvent } from './run-context.ts';
import type { SynthesisResult } from './synthesis-result.ts';

/** Ends a run as its round decision says. */
export function endAsDecided(context: RunContext): Partial<RunContext> {
  const decision = context.decision;
  return end(
    context,
    decision?.outcome ?? 'stopped',
    decision?.reason ?? 'undecided',
    decision?.message ?? 'The run ended without a decision.',
  );
}

/** Ends a run whose reviews were accepted, or accepted by a person, after publication. */
export function endAccepted(context: RunContext): Partial<RunContext> {
  const { publication, decision } = context;
  if (publication?.status === 'failed') {
    const reason = publication.reason ?? 'publication_failed';
    return end(context, 'blocked', reason, publication.message);
  }
  if (decision?.next === 'accept') {
    return end(context, decision.outcome ?? 'converged', decision.reason, decision.message);
  }
  const by = context.decisions.at(-1)?.by ?? 'a person';
  return end(context, 'accepted_with_findings', 'accepted_by_decision', `Accepted by ${by}.`);
}

/** Ends a run with its question unanswered, because nobody is there to be asked. */
export function endUnattended(context: RunContext): Partial<RunContext> {
  const { decision, question } = context;
  const outcome = decision?.outcome ?? (question?.kind === 'cap' ? 'exhausted' : 'escalated');
  return end(
    context,
    outcome,
    decision?.reason ?? 'unattended',
    question?.text ?? 'Nobody to ask.',
  );
}

/** Ends a run because its candidate fails its own validation and could not be mended. */
export function endUnmended(context: RunContext): Partial<RunContext> {
  return end(
    context,
    'exhausted',
    'current_candidate_validation_failure',
    `The candidate fails its validation and the attempt to mend it ended as ${
      context.attempts.at(-1)?.outcome ?? 'failed'
    }.`,
  );
}

/** Ends a run when the branch could not be moved because it is not where the loop left it. */
export function endMoved(context: RunContext, result: SynthesisResult): Partial<RunContext> {
  return result.blocked
    ? end(context, 'blocked', result.blocked.reason, result.blocked.message)
    : {};
}

/** Ends a run because a step failed that nothing can replace; the code of the error is the reason. */
export function endFailed(
  context: RunContext,
  step: string,
  error: RecordedError,
): Partial<RunContext> {
  const reason = error.code?.toLowerCase().replace(/^magi_/, '') ?? `${step}_failed`;
  return end(context, 'blocked', reason, error.message);
}

export function endDrifted(context: RunContext): Partial<RunContext> {
  const { kind, message } = context.drift ?? { kind: 'drift', message: 'The repository changed.' };
  return end(context, 'blocked', kind, message);
}

export function endEmpty(context: RunContext): Partial<RunContext> {
  return end(context, 'blocked', 'empty_candidate', 'The change is empty: nothing to review.');
}

export function endWithoutPanel(context: RunContext): Partial<RunContext> {
  return end(context, 'blocked', 'empty_panel', 'The panel is empty: nobody to review the change.');
}

export function endUnvalidated(context: RunContext): Partial<RunContext> {
  const missing = context.validations.find(({ status }) => status === 'unavailable');
  const message = `Validation ${missing?.name ?? ''} could not be run: ${missing?.result ?? ''}`;
  return end(context, 'blocked', 'validation_unavailable', message);
}

export function endAbandoned(context: RunContext, event: RunEvent): Partial<RunContext> {
  const by = 'by' in event ? event.by : 'a person';
  return end(context, 'stopped', 'abandoned', `Stopped by ${by}.`);
}

export function endAborted(context: RunContext, event: RunEvent): Partial<RunContext> {
  const [by, why] = event.type === 'abort' ? [event.by, event.reason] : ['a person', 'no reason'];
  return end(context, 'stopped', 'aborted', `Aborted by ${by}: ${why}`);
}

export function endTimeUp(context: RunContext): Partial<RunContext> {
  const limitMs = context.input.protocol.budget.wallClockMs;
  return end(context, 'exhausted', 'budget_time', `The ${limitMs} ms of the run are used up.`);
}

/** Counts and commits of a run that has ended, once all that was under way is booked. */
export function settleEnd(context: RunContext): Partial<RunContext> {
  const { terminal } = context;
  return terminal ? end(context, terminal.outcome, terminal.reason, terminal.message) : {};
}

/** Says why a run ends, with what counts, where the commits are and what a person does next. */
function end(
  context: RunContext,
  outcome: Outcome,
  reason: string,
  message: string,
): Partial<RunContext> {
  const commits = committed(context);
  const isPublished = context.publication?.status === 'published';
  const where = isPublished ? 'published' : (context.candidate?.head.ref ?? 'local');
  const conflicts = context.attempts.filter((attempt) => attempt.outcome === 'conflict').length;
  const terminal: TerminalResult = {
    outcome,
    reason,
    message,
    counts: { reviews: context.history.length, attempts: context.attempts.length, conflicts },
    commits: commits.map((commit) => ({ commit, where })),
    unpushed: isPublished ? [] : commits,
    nextStep: nextStep(context, outcome, commits.length > 0 && !isPublished),
  };
  return { terminal, question: null };
}

function nextStep(context: RunContext, outcome: Outcome, hasUnpushed: boolean): string {
  const push = hasUnpushed ? ' Push the commits when you are content with them.' : '';
  const open = lastRecord(context)?.consolidation.constraints.length ?? 0;
  switch (outcome) {
    case 'converged':
      return `Nothing is left to do.${push}`;
    case 'accepted_with_findings':
      return `Keep an eye on what was accepted: ${open} constraints are open.${push}`;
    case 'exhausted':
    case 'escalated':
      return `Look at the ${open} open constraints and mend them by hand, or grant a new budget.${push}`;
    case 'blocked':
      return `Remove the cause, then start the run again.${push}`;
    case 'stopped':
      return open > 0
        ? `Mend the ${open} open constraints, then review again.${push}`
        : `Start a new run when you are ready.${push}`;
  }
}
