import { z } from 'zod';

const Limits = {
  timeoutMs: z.int().min(1).optional(),
  idleTimeoutMs: z.int().min(1).optional(),
  maxCalls: z.int().min(1).optional(),
  maxTokens: z.int().min(1).optional(),
  maxUsd: z.number().gt(0).optional(),
  /** Calls to this agent's provider at a time, over all scanners; default 2. */
  maxParallel: z.int().min(1).optional(),
};

const Process = {
  /** Ready-made profile to start from: `claude`, `codex`, `gemini`, `opencode`, `qwen`, … */
  preset: z.string().optional(),
  model: z.string().optional(),
  /** Endpoint of the model, for agents that can be pointed at one. */
  baseUrl: z.url().optional(),
  /** Names of environment variables handed through; everything else is withheld. */
  env: z.array(z.string()).optional(),
  /** Environment variables with fixed values; never the place for a key. */
  set: z.record(z.string(), z.string()).optional(),
  /**
   * `throwaway`: an empty HOME for each call. `user`: the login in the user's HOME is needed.
   * Absent: `throwaway` whenever a key is found in the environment.
   */
  home: z.enum(['throwaway', 'user']).optional(),
};

/** Words that a program's answer is read with; `text` takes the whole standard output. */
const AnswerFormat = z.enum([
  'text',
  'claude',
  'codex',
  'gemini',
  'opencode',
  'qwen',
  'copilot',
  'pi',
]);

/** How to reach one coding agent or model. */
export const AgentProfile = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    /** Program and arguments; the prompt goes to stdin or to `{promptFile}`, never into argv. */
    command: z.array(z.string()).min(1),
    /** Arguments added when the agent reviews; replaces those of the preset. */
    review: z.array(z.string()).optional(),
    /** Arguments added when the agent fixes; replaces those of the preset. */
    fix: z.array(z.string()).optional(),
    answer: AnswerFormat.optional(),
    ...Process,
    ...Limits,
  }),
  z.strictObject({
    kind: z.literal('acp'),
    command: z.array(z.string()).min(1),
    /** Session mode to set and verify, by role. */
    mode: z.strictObject({ review: z.string().optional(), fix: z.string().optional() }).optional(),
    ...Process,
    ...Limits,
  }),
  z.strictObject({
    kind: z.literal('api'),
    provider: z.enum(['anthropic', 'openai', 'google', 'openai-compatible']),
    model: z.string(),
    baseUrl: z.url().optional(),
    /** Name of the environment variable that holds the key; the key itself is never configured. */
    apiKeyEnv: z.string().optional(),
    maxOutputTokens: z.int().min(1).optional(),
    ...Limits,
  }),
]);
export type AgentProfile = z.infer<typeof AgentProfile>;
