import { type Clock, type Cost, fail, ok } from '@magi/contracts';
import {
  type Account,
  type Amounts,
  amountsOf,
  book,
  type CountedUnit,
  countedUnits,
  newAccount,
} from './account.ts';
import { addCosts } from './add-costs.ts';
import type { BudgetExhausted, BudgetLimits, BudgetMeter } from './budget-meter.ts';

/** The allowance of a whole run. */
export interface RunBudget {
  /** The meter of one scanner; a second call with the same id continues the first. */
  meterOf(scanner: string, own?: BudgetLimits): BudgetMeter;
  /** Names scanners that will ask, once they are known; each gets a share from then on. */
  expect(scanners: readonly string[]): void;
  spent(): Cost;
  /** The first refusal, if any: the run then ends with exit code 6. */
  exhausted(): BudgetExhausted | null;
}

export interface RunBudgetOptions {
  readonly limits: BudgetLimits;
  /** Scanners that will ask; each has an equal share that the others cannot take. */
  readonly scanners: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
  /** What the run used before, when it is resumed. */
  readonly spent?: Cost;
}

/**
 * Shares the allowance of a run between its scanners.
 *
 * A call is allowed when it fits the scanner's own limits and when the run could still give every
 * other open scanner its equal share afterwards. So nobody is starved by whoever asks first, and
 * what a scanner leaves over when it closes is free for the rest.
 */
export function createRunBudget(options: RunBudgetOptions): RunBudget {
  const { limits, clock } = options;
  const startedAt = clock.now();
  const before = amountsOf(options.spent ?? {});
  const accounts = new Map(options.scanners.map((scanner) => [scanner, newAccount()]));
  let refusal: BudgetExhausted | null = null;

  const accountOf = (scanner: string): Account => {
    const account = accounts.get(scanner) ?? newAccount();
    accounts.set(scanner, account);
    account.open = true;
    return account;
  };
  const meterOf = (scanner: string, own: BudgetLimits = {}): BudgetMeter => {
    const account = accountOf(scanner);
    const openedAt = clock.now();
    const elapsed = () => ({ run: clock.now() - startedAt, scanner: clock.now() - openedAt });
    return {
      reserve(estimate) {
        const wanted = { calls: 1, tokens: estimate.tokens, usd: usualPrice(account) };
        const refused =
          overLimit(own, wanted, 'scanner', (unit) => ({ spent: account.used[unit], kept: 0 })) ??
          overTime(own.wallMs, elapsed().scanner, 'scanner') ??
          overLimit(limits, wanted, 'run', (unit) => claims(unit, account)) ??
          overTime(limits.wallMs, elapsed().run, 'run');
        refusal ??= refused;
        return refused ? fail(refused) : ok(book(account, wanted));
      },
      remainingMs() {
        const left = [
          (limits.wallMs ?? Number.POSITIVE_INFINITY) - elapsed().run,
          (own.wallMs ?? Number.POSITIVE_INFINITY) - elapsed().scanner,
        ];
        const least = Math.min(...left);
        return least === Number.POSITIVE_INFINITY ? null : Math.max(0, least);
      },
      spent: () => account.cost,
      close() {
        account.open = false;
      },
    };
  };
  /** What the run has used, and what it has to keep for everybody but `mine`. */
  const claims = (unit: CountedUnit, mine: Account) => {
    const all = [...accounts.values()];
    const left = Math.max(0, (limits[unit] ?? 0) - before[unit]);
    const share = unit === 'usd' ? left / all.length : Math.floor(left / all.length);
    const others = all.filter((account) => account !== mine && account.open);
    return {
      spent: all.reduce((sum, account) => sum + account.used[unit], before[unit]),
      kept: others.reduce((sum, account) => sum + Math.max(0, share - account.used[unit]), 0),
    };
  };
  return {
    meterOf,
    expect(scanners) {
      for (const scanner of scanners) accountOf(scanner);
    },
    spent: () => addCosts(options.spent ?? {}, ...[...accounts.values()].map(({ cost }) => cost)),
    exhausted: () => refusal,
  };
}

function overLimit(
  limits: BudgetLimits,
  wanted: Amounts,
  scope: BudgetExhausted['scope'],
  claimsOf: (unit: CountedUnit) => { readonly spent: number; readonly kept: number },
): BudgetExhausted | null {
  for (const unit of countedUnits) {
    const limit = limits[unit];
    if (limit === undefined) continue;
    const { spent, kept } = claimsOf(unit);
    // A price is known only afterwards, so that a full purse refuses even what seems free.
    if (spent + kept + wanted[unit] > limit || spent >= limit)
      return { kind: 'budget-exhausted', unit, scope, limit, spent };
  }
  return null;
}

function overTime(
  limit: number | undefined,
  spent: number,
  scope: BudgetExhausted['scope'],
): BudgetExhausted | null {
  if (limit === undefined || spent < limit) return null;
  return { kind: 'budget-exhausted', unit: 'wallMs', scope, limit, spent };
}

function usualPrice(account: Account): number {
  return account.finished === 0 ? 0 : (account.cost.usd ?? 0) / account.finished;
}
