import type { MergedCheck, Review, RoundRecord, Signal, Voice } from '@magi/contracts';
import type { RunContext } from '@magi/engine/replay';

export type VoiceValue = Voice['value'];

/** What one check is in one round; null where the round has no answer yet. */
export interface ConsensusCell {
  readonly merged: MergedCheck['value'] | null;
  readonly reason: string;
  readonly voices: Readonly<Record<string, VoiceValue>>;
  /** True when the merged value is another one than in the round before. */
  readonly isToggle: boolean;
}

export interface ConsensusRow {
  readonly check: string;
  readonly statement: string;
  /** One cell a round. */
  readonly cells: readonly ConsensusCell[];
  /** How often the merged value changed from round to round. */
  readonly toggles: number;
}

export interface ConsensusRound {
  readonly round: number;
  readonly verdict: string | null;
  readonly reasons: readonly string[];
  readonly rule: string;
  readonly scanners: readonly string[];
  readonly signals: readonly Signal[];
  readonly attempt: string | null;
}

export interface Consensus {
  readonly rounds: readonly ConsensusRound[];
  readonly rows: readonly ConsensusRow[];
}

/** Every check of a run with what each scanner said to it, round by round; the open round included. */
export function consensusOf(context: RunContext): Consensus {
  const open = openRound(context);
  const rounds = [...context.history.map(closedRound), ...(open ? [open.head] : [])];
  const answers = [...context.history.map(mergedAnswers), ...(open ? [open.answers] : [])];
  const checks = new Map<string, string>();
  for (const round of answers) {
    for (const [check, { statement }] of round) checks.set(check, statement);
  }
  const rows = [...checks].map(([check, statement]) => rowOf(check, statement, answers));
  // Checks that were false at any time come first: they are why one looks.
  return { rounds, rows: [...rows.filter(wasFalse), ...rows.filter((row) => !wasFalse(row))] };
}

function wasFalse({ cells: ofRounds }: ConsensusRow): boolean {
  return ofRounds.some(
    ({ merged, voices }) => merged === 'false' || Object.values(voices).includes('false'),
  );
}

interface Answer {
  readonly statement: string;
  readonly merged: MergedCheck['value'] | null;
  readonly reason: string;
  readonly voices: Readonly<Record<string, VoiceValue>>;
}

type Answers = ReadonlyMap<string, Answer>;

function rowOf(check: string, statement: string, rounds: readonly Answers[]): ConsensusRow {
  let last: MergedCheck['value'] | null = null;
  const cells = rounds.map((round): ConsensusCell => {
    const answer = round.get(check) ?? unanswered;
    const isToggle = answer.merged !== null && last !== null && answer.merged !== last;
    last = answer.merged ?? last;
    return cellOf(answer, isToggle);
  });
  return { check, statement, cells, toggles: cells.filter(({ isToggle }) => isToggle).length };
}

/** The same cell for the same answer, so that nobody has to draw it again. */
function cellOf(answer: Answer, isToggle: boolean): ConsensusCell {
  const known = cells.get(answer);
  if (known?.isToggle === isToggle) return known;
  const { merged, reason, voices } = answer;
  const cell = { merged, reason, voices, isToggle };
  cells.set(answer, cell);
  return cell;
}

const unanswered: Answer = { statement: '', merged: null, reason: '', voices: {} };
const cells = new WeakMap<Answer, ConsensusCell>();

/** Remembers what was derived from a closed round: it never changes any more. */
function once<Derived>(derive: (record: RoundRecord) => Derived): (record: RoundRecord) => Derived {
  const known = new WeakMap<RoundRecord, Derived>();
  return (record) => {
    const derived = known.get(record) ?? derive(record);
    known.set(record, derived);
    return derived;
  };
}

function makeClosedRound({ round, consolidation, signals, attempt }: RoundRecord): ConsensusRound {
  const scanners = consolidation.checks.flatMap(({ voices }) =>
    voices.map(({ scanner }) => scanner),
  );
  return {
    round,
    verdict: consolidation.verdict,
    reasons: consolidation.reasons,
    rule: consolidation.rule,
    scanners: [...new Set(scanners)].sort(),
    signals,
    attempt: attempt ? `attempt ${attempt.number}: ${attempt.outcome}` : null,
  };
}

function makeMergedAnswers({ consolidation }: RoundRecord): Answers {
  return new Map(
    consolidation.checks.map(({ id, statement, value, reason, voices }) => [
      id,
      {
        statement,
        merged: value,
        reason,
        voices: Object.fromEntries(voices.map((voice) => [voice.scanner, voice.value])),
      },
    ]),
  );
}

const closedRound = once(makeClosedRound);
const mergedAnswers = once(makeMergedAnswers);

/** The round whose reviews are coming in; null when all rounds are closed. */
function openRound(context: RunContext): { head: ConsensusRound; answers: Answers } | null {
  const { round, history, panel, reviews } = context;
  if (panel.length === 0 || (history.at(-1)?.round ?? 0) >= round) return null;
  const answers = new Map<string, Answer>();
  for (const scanner of panel) {
    const review = reviews.find((candidate) => candidate.scanner === scanner.id);
    for (const { id, statement } of scanner.checks) {
      const before = answers.get(id)?.voices ?? {};
      const voice = review ? { [scanner.id]: voiceOf(review, id) } : {};
      answers.set(id, { statement, merged: null, reason: '', voices: { ...before, ...voice } });
    }
  }
  const scanners = panel.map(({ id }) => id).sort();
  return {
    head: { round, verdict: null, reasons: [], rule: '', scanners, signals: [], attempt: null },
    answers,
  };
}

function voiceOf(review: Review, check: string): VoiceValue {
  if (review.status === 'failed') return 'failed';
  return review.assertions.find((assertion) => assertion.check === check)?.value ?? 'missing';
}
