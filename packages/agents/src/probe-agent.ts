import type { AgentProfile, Clock } from '@magi/contracts';
import { z } from 'zod';
import { askAgent } from './ask-agent.ts';
import { createBreakerRegistry } from './budget/breaker.ts';
import { createRunBudget } from './budget/run-budget.ts';
import type { SandboxPolicy } from './cage/sandbox.ts';
import { createScratch } from './cage/throwaway-home.ts';

export interface ProbeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly sandbox?: SandboxPolicy;
}

const PROBE_MS = 60_000;

/**
 * Asks an agent one short question in an empty folder; that may cost money.
 *
 * @returns null when it answered as it was told to, else why not
 */
export async function probeAgent(
  profile: AgentProfile,
  { env, signal, clock, sandbox = 'auto' }: ProbeOptions,
): Promise<string | null> {
  const scratch = createScratch();
  try {
    const answer = await askAgent({
      profile,
      role: 'reviewer',
      prompt: { role: 'Probe', instructions: 'Say that you are ready.', data: [] },
      schema: z.object({ ready: z.boolean() }),
      cwd: scratch.path,
      limits: { timeoutMs: PROBE_MS, idleTimeoutMs: PROBE_MS },
      budget: createRunBudget({ limits: {}, scanners: [], clock }).meterOf('probe'),
      breaker: createBreakerRegistry({ clock }),
      sandbox,
      signal,
      env,
    });
    return answer.status === 'ok' ? null : `${answer.code}: ${answer.reason}`;
  } finally {
    scratch.dispose();
  }
}
