import type { Cost } from '@magi/contracts';
import { addCosts } from './add-costs.ts';
import type { Reservation } from './budget-meter.ts';

export const countedUnits = ['calls', 'tokens', 'usd'] as const;
export type CountedUnit = (typeof countedUnits)[number];
export type Amounts = Readonly<Record<CountedUnit, number>>;

/** What one scanner has used or reserved. */
export interface Account {
  used: Amounts;
  /** Measured costs of finished calls. */
  cost: Cost;
  finished: number;
  open: boolean;
}

export function newAccount(): Account {
  return { used: { calls: 0, tokens: 0, usd: 0 }, cost: {}, finished: 0, open: true };
}

/** The same cost in the units of a budget. */
export function amountsOf(cost: Cost): Amounts {
  return {
    calls: cost.calls ?? 0,
    tokens: (cost.inputTokens ?? 0) + (cost.outputTokens ?? 0),
    usd: cost.usd ?? 0,
  };
}

/** Books a call ahead; settling it replaces the estimate, tokens only where they were measured. */
export function book(account: Account, wanted: Amounts): Reservation {
  account.used = plus(account.used, wanted, 1);
  let open = true;
  const close = (): boolean => {
    const wasOpen = open;
    if (wasOpen) account.used = plus(account.used, wanted, -1);
    open = false;
    return wasOpen;
  };
  return {
    settle(cost) {
      if (!close()) return;
      account.finished++;
      account.cost = addCosts(account.cost, cost);
      const { tokens, usd } = amountsOf(cost);
      const real = { calls: 1, tokens: tokens > 0 ? tokens : wanted.tokens, usd };
      account.used = plus(account.used, real, 1);
    },
    release: () => void close(),
  };
}

function plus(a: Amounts, b: Amounts, sign: 1 | -1): Amounts {
  return {
    calls: a.calls + sign * b.calls,
    tokens: a.tokens + sign * b.tokens,
    usd: a.usd + sign * b.usd,
  };
}
