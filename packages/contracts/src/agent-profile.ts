import { z } from 'zod';

const Limits = {
  timeoutMs: z.int().min(1).optional(),
  idleTimeoutMs: z.int().min(1).optional(),
  maxCalls: z.int().min(1).optional(),
  maxTokens: z.int().min(1).optional(),
  maxUsd: z.number().gt(0).optional(),
};

/** How to reach one coding agent or model. */
export const AgentProfile = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    /** Program and arguments; the prompt goes to stdin or to `{promptFile}`, never into argv. */
    command: z.array(z.string()).min(1),
    /** Ready-made profile to start from: `claude`, `codex`, `gemini`, `opencode`, `qwen`, … */
    preset: z.string().optional(),
    model: z.string().optional(),
    env: z.array(z.string()).optional(),
    ...Limits,
  }),
  z.strictObject({
    kind: z.literal('acp'),
    command: z.array(z.string()).min(1),
    preset: z.string().optional(),
    model: z.string().optional(),
    env: z.array(z.string()).optional(),
    ...Limits,
  }),
  z.strictObject({
    kind: z.literal('api'),
    provider: z.enum(['anthropic', 'openai', 'google', 'openai-compatible']),
    model: z.string(),
    baseUrl: z.url().optional(),
    /** Name of the environment variable that holds the key; the key itself is never configured. */
    apiKeyEnv: z.string().optional(),
    ...Limits,
  }),
]);
export type AgentProfile = z.infer<typeof AgentProfile>;
