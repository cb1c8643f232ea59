import type { AgentProfile, Cost, Json } from '@magi/contracts';
import type { LanguageModel, ModelMessage } from 'ai';
import { amount, at } from '../readers/json-lines.ts';
import type {
  Conversation,
  ConversationSetup,
  Turn,
  TurnFailure,
  TurnPrompt,
} from './conversation.ts';
import { noActivity } from './conversation.ts';
import { type Deadline, withDeadline } from './deadline.ts';
import { providerFailure } from './failures.ts';
import { limitedFetch } from './limited-fetch.ts';

type ApiProfile = Extract<AgentProfile, { kind: 'api' }>;

export interface ApiSetup extends Omit<ConversationSetup, 'cage' | 'cwd'> {
  readonly profile: ApiProfile;
}

/**
 * Talks with a model directly: no tools, no files, one request a turn.
 *
 * The answer is requested through the provider's structured output and still read like any other
 * text. Retries are the caller's business, so that its breaker sees every failure.
 */
export function apiConversation(setup: ApiSetup): Conversation {
  const messages: ModelMessage[] = [];
  let isBound = true;
  return {
    async ask(prompt) {
      const first = messages.length === 0;
      const content = first ? [prompt.full, prompt.correction].filter(Boolean).join('\n\n') : null;
      messages.push({ role: 'user', content: content ?? prompt.correction ?? prompt.full });
      let turn = await ask(setup, messages, prompt, isBound);
      if (isBound && refusesSchema(turn.failure)) {
        isBound = false;
        turn = await ask(setup, messages, prompt, isBound);
      }
      // Nothing said: the question is asked again as it was. An answer stays, to be corrected.
      if (turn.text === '') messages.pop();
      else messages.push({ role: 'assistant', content: turn.text });
      return turn;
    },
    close: async () => undefined,
  };
}

async function ask(
  setup: ApiSetup,
  messages: readonly ModelMessage[],
  prompt: TurnPrompt,
  isBound: boolean,
): Promise<Turn> {
  const startedAt = performance.now();
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import('ai');
  const deadline = withDeadline(setup.signal, prompt.timeoutMs);
  const measured = (usage: unknown): Cost => ({
    calls: 1,
    ...amount('inputTokens', at(usage, 'inputTokens')),
    ...amount('outputTokens', at(usage, 'outputTokens')),
    durationMs: performance.now() - startedAt,
  });
  try {
    const result = await generateText({
      model: await modelOf(setup),
      messages: [...messages],
      ...(isBound && {
        output: Output.object({ schema: jsonSchema(setup.answerSchema as Record<string, Json>) }),
      }),
      maxRetries: 0,
      abortSignal: deadline.signal,
      ...outputLimit(setup.profile),
    });
    return said(result.text, result.finishReason, measured(result.totalUsage));
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error))
      return said(error.text ?? '', error.finishReason, measured(error.usage));
    const failure = failureOf(error, setup.signal, deadline);
    return { text: '', failure, cost: measured(undefined), activity: noActivity };
  } finally {
    deadline.clear();
  }
}

/** Some servers know no structured output; they get the schema in the prompt alone. */
function refusesSchema(failure: TurnFailure | undefined): boolean {
  return (
    failure?.status === 400 &&
    /response_format|json_schema|schema|structured/i.test(failure.message)
  );
}

// One provider demands a limit, and what is assumed for models unknown to the library is small.
function outputLimit({ provider, maxOutputTokens }: ApiProfile): { maxOutputTokens?: number } {
  if (maxOutputTokens !== undefined) return { maxOutputTokens };
  return provider === 'anthropic' ? { maxOutputTokens: 16_000 } : {};
}

function said(text: string, finishReason: string | undefined, cost: Cost): Turn {
  const failure = earlyEnd(text, finishReason);
  return { text, ...(failure && { failure }), cost, activity: noActivity };
}

function earlyEnd(text: string, finishReason: string | undefined): TurnFailure | null {
  if (finishReason === 'content-filter')
    return { code: 'declined', message: 'the provider withheld the answer (content filter)' };
  if (finishReason === 'length')
    return { code: 'truncated', message: 'the answer reached its length limit' };
  return text.trim() === '' ? { code: 'empty', message: 'the model answered with nothing' } : null;
}

function failureOf(error: unknown, signal: AbortSignal, deadline: Deadline): TurnFailure {
  if (signal.aborted) return { code: 'cancelled', message: 'was cancelled' };
  if (deadline.isOver())
    return { code: 'timeout', message: 'did not answer within its time limit' };
  const message = error instanceof Error ? error.message : String(error);
  const status = at(error, 'statusCode');
  const retryAfterMs = retryAfter(at(error, 'responseHeaders'));
  return {
    ...providerFailure(message, typeof status === 'number' ? status : undefined, false),
    ...(retryAfterMs !== null && { retryAfterMs }),
  };
}

/** Milliseconds of a Retry-After in seconds or as a date, or of the header with milliseconds. */
function retryAfter(headers: unknown): number | null {
  const exact = Number(at(headers, 'retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = at(headers, 'retry-after');
  if (typeof value !== 'string') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

async function modelOf({ profile, env, limits }: ApiSetup): Promise<LanguageModel> {
  const options = {
    apiKey: env[profile.apiKeyEnv ?? defaultKeys[profile.provider]] ?? '',
    ...(profile.baseUrl && { baseURL: profile.baseUrl }),
    fetch: limitedFetch(limits.maxOutputBytes),
  };
  switch (profile.provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options)(profile.model);
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options)(profile.model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(options)(profile.model);
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        ...options,
        name: 'compatible',
        baseURL: profile.baseUrl ?? 'http://127.0.0.1:11434/v1',
        supportsStructuredOutputs: true,
      });
      return provider(profile.model);
    }
  }
}

/** Where the key of a provider is looked for when the profile names no variable. */
export const defaultKeys: Readonly<Record<ApiProfile['provider'], string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GEMINI_API_KEY',
  'openai-compatible': 'OPENAI_API_KEY',
};
