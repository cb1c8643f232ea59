import { type ConsolidationInput, fixersDeclines } from '@magi/consolidation';
import type { Consolidation, Entry } from '@magi/contracts';
import { type RunContext, replayEach } from '@magi/engine/replay';

/** What one round was consolidated from, and what came of it. */
export interface RecordedRound {
  readonly input: ConsolidationInput;
  readonly recorded: Consolidation;
}

/** Every round of a run, from its log alone. */
export function recordedRounds(entries: readonly Entry[]): RecordedRound[] {
  const rounds: RecordedRound[] = [];
  replayEach(entries, (_entry, { view: { context } }) => {
    const last = context.history.at(-1);
    if (last === undefined || context.history.length === rounds.length) return;
    rounds.push({ input: inputOf(context), recorded: last.consolidation });
  });
  return rounds;
}

/** Reviews stay in the context until the next candidate is grounded. */
function inputOf(context: RunContext): ConsolidationInput {
  const { input, candidate, panel, reviews, history } = context;
  if (candidate === null) throw new Error('A round was closed without a candidate.');
  return {
    round: history.length,
    candidate,
    panel,
    reviews,
    protocol: input.protocol,
    requireAll: input.requireAll,
    dispositions: [
      ...context.dispositions,
      ...fixersDeclines(input.protocol, context.attempts, history.slice(0, -1)),
    ],
    history: history.slice(0, -1),
  };
}
