import type { Cost, Result } from '@magi/contracts';

/** What a scanner or a run may use up. An absent limit does not apply. */
export interface BudgetLimits {
  readonly calls?: number | undefined;
  readonly tokens?: number | undefined;
  readonly usd?: number | undefined;
  readonly wallMs?: number | undefined;
}

/** Which allowance does not suffice, and whose it is. */
export interface BudgetExhausted {
  readonly kind: 'budget-exhausted';
  readonly unit: 'calls' | 'tokens' | 'usd' | 'wallMs';
  readonly scope: 'scanner' | 'run';
  readonly limit: number;
  readonly spent: number;
}

/** What one call will probably use. */
export interface CallEstimate {
  readonly tokens: number;
}

/** Permission for one call; `settle` replaces the estimate by what the call really used. */
export interface Reservation {
  settle(cost: Cost): void;
  /** The call was not made after all. */
  release(): void;
}

/** The allowance of one scanner within the allowance of the run. */
export interface BudgetMeter {
  /** Asked before every call. */
  reserve(estimate: CallEstimate): Result<Reservation, BudgetExhausted>;
  /** Wall time that is left, or null without a limit. */
  remainingMs(): number | null;
  spent(): Cost;
  /** Gives what the scanner did not use to those that are still at work. */
  close(): void;
}
