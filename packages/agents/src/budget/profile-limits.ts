import type { AgentProfile } from '@magi/contracts';
import type { BudgetLimits } from './budget-meter.ts';

/** The limits that a profile sets for each scanner that uses it. */
export function profileLimits(profile: AgentProfile): BudgetLimits {
  return { calls: profile.maxCalls, tokens: profile.maxTokens, usd: profile.maxUsd };
}
