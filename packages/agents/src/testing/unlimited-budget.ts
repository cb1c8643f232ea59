import type { BudgetMeter } from '../budget/budget-meter.ts';
import { createRunBudget } from '../budget/run-budget.ts';
import { wallClock } from './wall-clock.ts';

/** A meter that counts and never refuses. */
export function unlimitedBudget(): BudgetMeter {
  return createRunBudget({ limits: {}, scanners: [], clock: wallClock }).meterOf('any');
}
