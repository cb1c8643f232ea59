import {
  conflictQuestion,
  decideRound,
  detectSignals,
  fixersDeclines,
  type RoundDecision,
} from '@magi/consolidation';
import type { Consolidation, GroundInput, GroundOutput, Review } from '@magi/contracts';
import type { ConsolidationTask } from './consolidation.machine.ts';
import { addCost } from './cost-sum.ts';
import { candidateOf, lastRecord, type RunContext } from './run-context.ts';
import type { ScanTask } from './scan.machine.ts';
import { brokenValidations, workOf } from './work-selection.ts';

/** Takes over a freshly grounded candidate; reviews of the candidate before it are dropped. */
export function withGround(context: RunContext, ground: GroundOutput): Partial<RunContext> {
  const { head } = ground.candidate;
  return {
    candidate: ground.candidate,
    panel: ground.panel,
    configHash: ground.configHash,
    dispositions: ground.dispositions,
    initialHead: context.initialHead ?? head.commit ?? head.tree,
    expectedHead: head.commit ?? head.tree,
    drift: ground.drift ?? null,
    round: context.history.length + 1,
    reviews: [],
    validations: [],
    decision: null,
  };
}

/** What grounding is asked: the change, and what the loop believes the repository to be. */
export function groundInput(context: RunContext): GroundInput {
  const { input, candidate, expectedHead } = context;
  const base = candidate && (candidate.base.commit ?? candidate.base.tree);
  return {
    round: context.history.length + 1,
    request: input.request,
    ...(input.goal === undefined ? {} : { goal: input.goal }),
    ...(expectedHead === null ? {} : { expectedHead }),
    ...(base === null ? {} : { expectedBase: base }),
  };
}

/** What each member of the panel is asked in the current round. */
export function scanTasks(context: RunContext): ScanTask[] {
  const constraints = lastRecord(context)?.consolidation.constraints ?? [];
  const candidate = candidateOf(context);
  return context.panel.map((scanner) => ({
    round: context.round,
    scanner,
    candidate,
    constraints,
  }));
}

/** Adds one review, kept in the order of the panel whatever order they come in. */
export function withReview(context: RunContext, review: Review): Partial<RunContext> {
  const seat = (one: Review) => context.panel.findIndex(({ id }) => id === one.scanner);
  const reviews = [...context.reviews, review].sort((a, b) => seat(a) - seat(b));
  return { reviews, costs: charged(context, review.scanner, review.cost) };
}

/** Adds to what one actor has cost so far. */
export function charged(
  context: RunContext,
  actor: string,
  cost: Review['cost'],
): RunContext['costs'] {
  const sum = addCost(context.costs[actor] ?? null, cost);
  return sum === null ? context.costs : { ...context.costs, [actor]: sum };
}

/** Everything that the consolidation of the current round rests on. */
export function consolidationTask(context: RunContext): ConsolidationTask {
  const { input, round, panel, reviews, history } = context;
  return {
    round,
    candidate: candidateOf(context),
    panel,
    reviews,
    protocol: input.protocol,
    requireAll: input.requireAll,
    dispositions: [
      ...context.dispositions,
      ...fixersDeclines(input.protocol, context.attempts, history),
    ],
    history,
    mergeWording: input.mergeWording ?? false,
  };
}

/** Closes a round: the consolidation goes into history, with the signals it gives rise to. */
export function withConsolidation(
  context: RunContext,
  consolidation: Consolidation,
): Partial<RunContext> {
  const open = { round: context.round, consolidation, signals: [] };
  const signals = detectSignals([...context.history, open], context.input.protocol);
  const own = signals.filter(({ round }) => round === context.round);
  return {
    history: [...context.history, { ...open, signals: own }],
    spent: { ...context.spent, reviews: context.spent.reviews + 1 },
  };
}

/**
 * Decides what follows: the protocol's rules, then what the engine alone knows (nothing left that
 * the fixer may touch, money spent, nobody to fix).
 */
export function decide(context: RunContext): RoundDecision {
  const { input, history, spent } = context;
  if (brokenValidations(context).length > 0) return decideRepair(context);
  const decision =
    history.length === 0
      ? continuing
      : decideRound({ history, protocol: input.protocol, mode: input.mode, spent });
  if (decision.next !== 'fix') return decision;
  return context.openConflicts.length > 0 ? decideConflict(context) : decideFix(context, decision);
}

/** Work that comes before any review, for protocols that begin with it. */
const continuing: RoundDecision = {
  next: 'fix',
  reason: 'work_first',
  message: 'The work goes on.',
  nextStage: 'SYNTHESIS',
};

/** A conflict within its bounds is for a person to settle. */
function decideConflict(context: RunContext): RoundDecision {
  const { openConflicts, input, round } = context;
  const message = openConflicts.map(({ why }) => why).join('; ');
  if (input.protocol.fix.conflict === 'escalate') return finish('escalated', 'conflict', message);
  const question = conflictQuestion([...openConflicts], input.protocol, round);
  return {
    next: 'ask',
    outcome: 'escalated',
    reason: 'conflict',
    message,
    question,
    nextStage: 'ESCALATION',
  };
}

/** A candidate that does not pass its own validation is mended before anybody reviews it. */
function decideRepair(context: RunContext): RoundDecision {
  const { attempts } = context.input.protocol.budget;
  if (attempts !== undefined && context.spent.attempts >= attempts) {
    return finish('exhausted', 'budget_attempts', 'The candidate fails its validation.');
  }
  return decideFix(context, {
    next: 'fix',
    reason: 'validation_failed',
    message: 'The candidate fails its validation.',
    nextStage: 'SYNTHESIS',
  });
}

function decideFix(context: RunContext, decision: RoundDecision): RoundDecision {
  const overspent = spentBudget(context);
  if (overspent) return finish('exhausted', overspent.reason, overspent.message);
  if (context.input.fixer === undefined) {
    return finish('stopped', 'handed_over', 'There is no fixer: the constraints are handed over.');
  }
  const { constraints, findings } = workOf(context);
  if (constraints.length > 0 || findings.length > 0) return decision;
  return finish(
    'blocked',
    'operator_input_required',
    'All that is left was declined by the fixer; a person has to look at it.',
  );
}

function finish(
  outcome: NonNullable<RoundDecision['outcome']>,
  reason: string,
  message: string,
): RoundDecision {
  const nextStage = outcome === 'stopped' ? 'SYNTHESIS' : 'ESCALATION';
  return { next: 'finish', outcome, reason, message, nextStage };
}

function spentBudget(
  context: RunContext,
): { readonly reason: string; readonly message: string } | null {
  const { usd, tokens, calls } = context.input.protocol.budget;
  const used = { usd: 0, tokens: 0, calls: 0 };
  for (const cost of Object.values(context.costs)) {
    used.usd += cost.usd ?? 0;
    used.tokens += (cost.inputTokens ?? 0) + (cost.outputTokens ?? 0);
    used.calls += cost.calls ?? 0;
  }
  const limits = { usd, tokens, calls };
  for (const unit of ['usd', 'tokens', 'calls'] as const) {
    const limit = limits[unit];
    if (limit !== undefined && used[unit] >= limit) {
      return {
        reason: `budget_${unit}`,
        message: `The budget of ${limit} ${unit} is used up (${used[unit]}).`,
      };
    }
  }
  return null;
}
