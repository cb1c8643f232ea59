import type { Attempt, Protocol, Review, RoundRecord, ScannerSpec } from '@magi/contracts';
import { consolidate } from '../consolidate.ts';
import { decideRound } from '../decide-round.ts';
import { detectSignals } from '../detect-signals.ts';
import type { RoundDecision } from '../round-decision.ts';
import { protocol as anyProtocol, candidate } from './reviews.ts';

/** What the reviewers of one round say, and what the attempt after it does. */
export type RoundScript = {
  readonly reviews: readonly Review[];
  /** The attempt that follows, once the round is consolidated (the last record). */
  readonly attempt?: (history: readonly RoundRecord[]) => Partial<Attempt>;
};

export type LoopScript = {
  readonly protocol?: Protocol;
  readonly panel: readonly ScannerSpec[];
  /** What round `number` (from 1) says, given the rounds before it. */
  readonly round: (number: number, history: readonly RoundRecord[]) => RoundScript;
  /** Rounds after which the play is broken off. */
  readonly atMost?: number;
};

export type PlayedLoop = {
  /** False when the play was broken off. */
  readonly ended: boolean;
  readonly decision: RoundDecision;
  readonly rounds: number;
  readonly attempts: number;
  readonly history: readonly RoundRecord[];
};

/**
 * Plays a loop with scripted reviewers and a scripted fixer to its end, as the engine would: review,
 * consolidate, decide, fix, and again. A question ends the play; nobody answers it.
 */
export function playLoop(script: LoopScript): PlayedLoop {
  const protocol = script.protocol ?? anyProtocol();
  const atMost = script.atMost ?? 50;
  const history: RoundRecord[] = [];
  let attempts = protocol.entry === 'fix' ? 1 : 0;
  let attemptFailures = 0;
  for (let round = 1; ; round += 1) {
    const { reviews, attempt } = script.round(round, history);
    const consolidation = consolidate({
      round,
      candidate: candidate(),
      panel: script.panel,
      reviews,
      protocol,
      requireAll: false,
      dispositions: [],
      history,
    });
    const record: RoundRecord = { round, consolidation, signals: [] };
    const signals = detectSignals([...history, record], protocol);
    history.push({ ...record, signals });
    const conflicts = history.flatMap((one) => one.attempt?.conflicts ?? []).length;
    const spent = { reviews: round, attempts, conflicts, attemptFailures };
    const decision = decideRound({ history, protocol, mode: 'loop', spent });
    const ended = decision.next !== 'fix';
    if (ended || round >= atMost) return { ended, decision, rounds: round, attempts, history };
    attempts += 1;
    const made = attemptOf(attempts, round, attempt?.(history) ?? {});
    attemptFailures = made.outcome === 'committed' ? 0 : attemptFailures + 1;
    history[history.length - 1] = { ...record, signals, attempt: made };
  }
}

function attemptOf(number: number, round: number, changes: Partial<Attempt>): Attempt {
  return {
    number,
    round,
    outcome: 'committed',
    fixer: 'scripted',
    startedFrom: `commit-${number - 1}`,
    written: [],
    dispositions: [],
    conflicts: [],
    validations: [],
    ...changes,
  };
}
