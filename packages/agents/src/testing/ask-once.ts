import { tmpdir } from 'node:os';
import type { AgentProfile } from '@magi/contracts';
import { z } from 'zod';
import type { AgentAnswer } from '../agent-answer.ts';
import { type AskRequest, askAgent } from '../ask-agent.ts';
import { createBreakerRegistry } from '../budget/breaker.ts';
import { unlimitedBudget } from './unlimited-budget.ts';
import { wallClock } from './wall-clock.ts';

/** The answer that `askOnce` asks for unless it is given another schema. */
export interface Safe {
  readonly safe: boolean;
}

/** Asks an agent one question with nothing that could get in the way: no budget, no sandbox. */
export function askOnce<Data = Safe>(
  profile: AgentProfile,
  over: Partial<AskRequest<Data>> = {},
): Promise<AgentAnswer<Data>> {
  return askAgent<Data>({
    profile,
    role: 'reviewer',
    prompt: { role: 'Reviewer', instructions: 'Is it safe?', data: [] },
    schema: z.object({ safe: z.boolean() }) as unknown as z.ZodType<Data>,
    cwd: tmpdir(),
    budget: unlimitedBudget(),
    breaker: createBreakerRegistry({ clock: wallClock, pauseMs: 1 }),
    sandbox: 'off',
    signal: new AbortController().signal,
    env: { PATH: process.env.PATH, HOME: tmpdir(), MODEL_KEY: 'dummy-key-for-tests' },
    limits: { timeoutMs: 20_000 },
    ...over,
  });
}
