import { type Attempt, type RoundRecord, sanitiseLine } from '@magi/contracts';
import type { RunContext } from '@magi/engine';
import { costRows } from '@magi/reports';
import type { Task } from './progress.ts';

/** What blocks is named up to here; more would hide the rest of the line. */
const NAMED = 3;

/** Rounds and attempts that have been shown already. */
export interface Shown {
  readonly rounds: number;
  readonly attempts: number;
}

/**
 * Rounds and attempts of a loop that have ended since, as lines of its progress: what blocks, how
 * much of the budgets is used, and what it cost so far. A review alone has none.
 */
export function loopTasks(context: RunContext, shown: Shown): readonly Task[] {
  if (context.input.mode === 'review') return [];
  const attempts = context.attempts.slice(shown.attempts);
  const rounds = context.history.slice(shown.rounds);
  return [
    ...rounds.map((record) => roundTask(record, context)),
    ...attempts.map((attempt) => attemptTask(attempt, context)),
  ];
}

function roundTask({ round, consolidation }: RoundRecord, context: RunContext): Task {
  const { verdict, constraints, reasons } = consolidation;
  const open = constraints.filter(({ state }) => state === 'open');
  const named = open.slice(0, NAMED).map(({ check, text }) => check ?? text);
  const more = open.length > NAMED ? ` and ${open.length - NAMED} more` : '';
  const blocks = open.length > 0 ? `${named.join(', ')}${more}` : reasons.join('; ');
  const { reviews } = context.input.protocol.budget;
  return line(`round ${round}${reviews === undefined ? '' : ` of ${reviews}`}`, {
    isGood: verdict === 'ACCEPT',
    text: [verdict, ...(verdict === 'ACCEPT' ? [] : [`blocked by ${blocks}`]), costText(context)],
  });
}

function attemptTask(
  { number, outcome, reason, resultCommit }: Attempt,
  context: RunContext,
): Task {
  const { attempts } = context.input.protocol.budget;
  const isCommitted = outcome === 'committed';
  const what = isCommitted && resultCommit !== undefined ? resultCommit.slice(0, 12) : reason;
  return line(`attempt ${number}${attempts === undefined ? '' : ` of ${attempts}`}`, {
    isGood: isCommitted,
    text: [`${outcome}${what === undefined ? '' : ` ${what}`}`, costText(context)],
  });
}

/** What the run has cost so far; empty where nobody asked a model. */
function costText({ costs }: RunContext): string {
  return costRows(costs).at(-1)?.text ?? '';
}

function line(
  name: string,
  { isGood, text }: { readonly isGood: boolean; readonly text: readonly string[] },
): Task {
  const parts = text.filter((part) => part !== '');
  return {
    name,
    state: isGood ? 'done' : 'failed',
    startedAtMs: 0,
    endedAtMs: null,
    text: sanitiseLine(parts.join(' · ')),
  };
}
