import {
  type Candidate,
  type Consolidation,
  MagiError,
  type NextStage,
  ReviewOutput,
  type ReviewVerdict,
} from '@magi/contracts';
import type { RunContext } from '@magi/engine';
import { agentFailure } from '../agents/agent-failure.ts';
import { asksAgent } from '../agents/asks-agent.ts';
import { pinnedSettings } from './run-settings.ts';

/** Where a run stands, in the terms that the engine gives. */
export interface RunStanding {
  readonly run: string;
  readonly context: RunContext;
  /** Path of the state of the root chart, for example `scanning`. */
  readonly state: string;
  readonly startedAtMs: number;
  readonly lastEntryAtMs: number;
}

/**
 * The document that `magi review --json` and `magi resume --json` print.
 *
 * @throws `MAGI_RUN_EMPTY` for a run that ended before there was a candidate, with its reason
 */
export function reviewOutput(standing: RunStanding): ReviewOutput {
  const { context } = standing;
  if (context.candidate === null) throw nothingReviewed(standing);
  const consolidation = context.history.at(-1)?.consolidation ?? null;
  return ReviewOutput.parse({
    schemaVersion: 1,
    run: { id: standing.run, protocol: context.input.protocol.id, state: standing.state },
    candidate: candidatePart(context.candidate),
    verdict: verdictOf(context),
    outcome: context.terminal?.outcome ?? null,
    reason: context.terminal?.reason ?? context.decision?.reason ?? standing.state,
    reasons: consolidation?.reasons ?? [context.terminal?.message ?? 'No review has ended yet.'],
    nextStage: nextStage(context),
    evaluated: consolidation?.evaluated ?? { checks: 0, of: 0 },
    checks: checksPart(consolidation),
    findings: findingsPart(consolidation),
    suppressed: suppressedPart(consolidation),
    constraints: consolidation?.constraints ?? [],
    coverage: consolidation?.coverage ?? [],
    incomplete: incompletePart(consolidation),
    faults: consolidation?.faults ?? [],
    notes: notesPart(context),
    signals: context.history.flatMap((record) => record.signals),
    rounds: context.history.length,
    attempts: context.attempts.length,
    costs: context.costs,
    durationMs: Math.max(0, standing.lastEntryAtMs - standing.startedAtMs),
    ...(context.question !== null && { question: context.question }),
    ...terminalPart(context),
  });
}

/** The verdict of the last round; before there is one, nothing has been decided. */
export function verdictOf(context: RunContext): ReviewVerdict {
  return context.history.at(-1)?.consolidation.verdict ?? 'INCOMPLETE';
}

function candidatePart(candidate: Candidate): ReviewOutput['candidate'] {
  return {
    base: candidate.base.commit ?? candidate.base.ref,
    head: candidate.head.commit ?? candidate.head.ref,
    treeHash: candidate.head.tree,
    baseTreeHash: candidate.base.tree,
    files: candidate.files.map(({ path, oldPath, status, added, removed }) => ({
      path,
      ...(oldPath !== undefined && { oldPath }),
      status,
      added,
      removed,
    })),
  };
}

function checksPart(consolidation: Consolidation | null): ReviewOutput['checks'] {
  return (consolidation?.checks ?? []).map(({ id, statement, value, reason, voices }) => ({
    id,
    statement,
    value,
    reason,
    voices,
  }));
}

function findingsPart(consolidation: Consolidation | null): ReviewOutput['findings'] {
  return (consolidation?.findings ?? []).map(
    ({ trace: _trace, contentDigest: _digest, ...finding }) => finding,
  );
}

/** How a loop ended; a review alone has no more to say than its verdict. */
function terminalPart({
  input,
  terminal,
  publication,
  attempts,
}: RunContext): Pick<ReviewOutput, 'terminal'> {
  if (input.mode === 'review' || terminal === null) return {};
  const { terms } = input.protocol;
  const branch = pinnedSettings(input)?.place?.branch?.replace('refs/heads/', '') ?? 'HEAD';
  const word = (term: string): string => terms[term] ?? term;
  return {
    terminal: {
      ...terminal,
      commits: terminal.commits.map(({ commit, where }) => ({
        commit,
        where: where === 'HEAD' ? branch : where,
      })),
      words: { outcome: word(terminal.outcome), reason: word(terminal.reason) },
      ...(publication !== null && { publication }),
      preserved: attempts.flatMap(({ preserved }) => (preserved === undefined ? [] : [preserved])),
    },
  };
}

/** Reasons of agents begin with a code; built-in scanners give none. */
function incompletePart(consolidation: Consolidation | null): ReviewOutput['incomplete'] {
  return (consolidation?.incomplete ?? []).map((entry) => {
    const code = agentFailure(entry.reason);
    return code === null ? entry : { ...entry, code };
  });
}

/** Notes of the agents of the last round; built-in scanners are the same every time. */
function notesPart({ panel, reviews }: RunContext): ReviewOutput['notes'] {
  const agents = new Set(panel.filter(({ kind }) => asksAgent(kind)).map(({ id }) => id));
  return reviews
    .filter(({ scanner }) => agents.has(scanner))
    .flatMap(({ scanner, notes = [] }) => notes.map((note) => ({ scanner, note })));
}

function suppressedPart(consolidation: Consolidation | null): ReviewOutput['suppressed'] {
  return (consolidation?.suppressed ?? []).map(
    ({ finding: { id, check, rule, severity, file, line, message }, disposition }) => ({
      finding: { id, check, rule, severity, file, line, message },
      disposition,
    }),
  );
}

function nextStage(context: RunContext): NextStage {
  if (context.decision !== null) return context.decision.nextStage;
  return verdictOf(context) === 'ACCEPT' ? 'COMPLETED' : 'ESCALATION';
}

function nothingReviewed({ run, context, state }: RunStanding): MagiError {
  const message = context.terminal?.message ?? `Run ${run} has no candidate yet (state ${state}).`;
  return new MagiError('MAGI_RUN_EMPTY', message, {
    hint: `magi log ${run} shows how far it came.`,
    exitCode: 5,
  });
}
