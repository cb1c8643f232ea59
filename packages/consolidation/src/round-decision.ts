import type { NextStage, Outcome, Protocol, Question, RoundRecord } from '@magi/contracts';

/** What a run has used up so far; `attemptFailures` counts failures in a row. */
export type Spent = {
  readonly reviews: number;
  readonly attempts: number;
  readonly conflicts: number;
  readonly attemptFailures: number;
};

export type RoundDecisionInput = {
  /** Rounds of the run, oldest first, the one to decide last. */
  readonly history: readonly RoundRecord[];
  readonly protocol: Protocol;
  /** `review` ends after every round; `loop` goes on until an outcome. */
  readonly mode: 'review' | 'loop';
  readonly spent: Spent;
};

export type RoundDecision = {
  readonly next: 'accept' | 'fix' | 'ask' | 'finish';
  /** How the run ends; with `ask`, how it ends when nobody answers. Absent while it goes on. */
  readonly outcome?: Outcome;
  /**
   * Stable code: `accepted`, `unchanged`, `budget_reviews`, `review_incomplete`, `review_unusable`,
   * `reviewer_integrity_failure`, …
   */
  readonly reason: string;
  readonly message: string;
  readonly question?: Question;
  readonly nextStage: NextStage;
};
