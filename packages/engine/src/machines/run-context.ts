import type { RoundDecision, Spent } from '@magi/consolidation';
import type {
  Attempt,
  Candidate,
  Conflict,
  Constraint,
  Cost,
  Decision,
  Disposition,
  GroundOutput,
  PublishOutput,
  Question,
  Review,
  RoundRecord,
  RunInput,
  ScannerSpec,
  TerminalResult,
  ValidationOutcome,
} from '@magi/contracts';

/** All that a run knows: strict JSON, replaced part by part and never changed in place. */
export interface RunContext {
  readonly input: RunInput;
  /** Number of the review that is under way or comes next, from 1. */
  readonly round: number;
  readonly candidate: Candidate | null;
  readonly panel: readonly ScannerSpec[];
  readonly configHash: string | null;
  readonly dispositions: readonly Disposition[];
  /** Head of the first candidate: what a publication is compared with. */
  readonly initialHead: string | null;
  /** Where the loop believes the head to be; null before the first grounding. */
  readonly expectedHead: string | null;
  /** What changed in the repository behind the loop's back. */
  readonly drift: NonNullable<GroundOutput['drift']> | null;
  /** Outcomes of the validation of the candidate itself. */
  readonly validations: readonly ValidationOutcome[];
  readonly reviews: readonly Review[];
  readonly history: readonly RoundRecord[];
  readonly attempts: readonly Attempt[];
  /** Number of the attempt that is under way. */
  readonly attemptInFlight: number | null;
  readonly decision: RoundDecision | null;
  readonly question: Question | null;
  readonly decisions: readonly Decision[];
  /** What people asked for in their answers, as constraints of the next attempt. */
  readonly guidance: readonly Constraint[];
  /** Conflicts of the newest attempt that nobody has settled. */
  readonly openConflicts: readonly Conflict[];
  /** Conflicts that a person has resolved, for the next attempt. */
  readonly resolutions: readonly Conflict[];
  /** Budgets used up since the start, or since a person granted new ones. */
  readonly spent: Spent;
  /** By scanner id, and `synthesis`. */
  readonly costs: Readonly<Record<string, Cost>>;
  readonly publication: PublishOutput | null;
  readonly terminal: TerminalResult | null;
}

/** Events that people and the panel send to a run. The wildcard stands for any member's end. */
export type RunEvent =
  | {
      readonly type: 'decision.made';
      readonly question: string;
      readonly option: string;
      readonly answer?: string;
      readonly by: string;
    }
  | { readonly type: 'abort'; readonly reason: string; readonly by: string }
  | { readonly type: 'xstate.done.actor.scan.*'; readonly output: Review }
  | { readonly type: 'xstate.done.actor.deadline' };

export const nothingSpent: Spent = { reviews: 0, attempts: 0, conflicts: 0, attemptFailures: 0 };

/** The context that a run begins with. */
export function beginRun(input: RunInput): RunContext {
  return {
    input,
    round: 1,
    candidate: null,
    panel: [],
    configHash: null,
    dispositions: [],
    initialHead: null,
    expectedHead: null,
    drift: null,
    validations: [],
    reviews: [],
    history: [],
    attempts: [],
    attemptInFlight: null,
    decision: null,
    question: null,
    decisions: [],
    guidance: [],
    openConflicts: [],
    resolutions: [],
    spent: nothingSpent,
    costs: {},
    publication: null,
    terminal: null,
  };
}

/** The candidate of a run that has been grounded. */
export function candidateOf(context: RunContext): Candidate {
  if (!context.candidate) throw new Error('This run has no candidate yet.');
  return context.candidate;
}

/** The newest record of history. */
export function lastRecord(context: RunContext): RoundRecord | undefined {
  return context.history.at(-1);
}
