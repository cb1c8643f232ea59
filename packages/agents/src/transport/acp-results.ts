import type { PromptResponse } from '@agentclientprotocol/sdk';
import type { Cost } from '@magi/contracts';
import { errorText, statusIn } from '../readers/error-text.ts';
import { amount, at } from '../readers/json-lines.ts';
import { AcpRefusal } from './acp-session.ts';
import type { TurnFailure } from './conversation.ts';
import { providerFailure } from './failures.ts';

/** True when the agent is there and says no; anything else may be the sound of its end. */
export function isAnswer(error: unknown): boolean {
  return error instanceof AcpRefusal || typeof at(error, 'code') === 'number';
}

/** The failure behind a rejected request. */
export function rejection(error: unknown): TurnFailure {
  if (error instanceof AcpRefusal) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  const detail = at(error, 'data', 'details') ?? at(error, 'data', 'message') ?? '';
  const text = `${message} ${typeof detail === 'string' ? detail : ''}`.trim();
  return isAnswer(error)
    ? providerFailure(text, statusIn(text), true)
    : { code: 'crashed', message: `the connection to the agent broke: ${text}` };
}

/** `end_turn` is no success by itself: some agents report errors of the provider as their answer. */
export function stopFailure(response: PromptResponse | null, text: string): TurnFailure | null {
  if (!response) return { code: 'crashed', message: 'the agent ended before it answered' };
  const error = errorText(text);
  if (error) return providerFailure(error.message, error.status, true);
  switch (response.stopReason) {
    case 'refusal':
      return { code: 'declined', message: 'the agent declined the task' };
    case 'cancelled':
      return { code: 'cancelled', message: 'the turn was cancelled' };
    case 'max_tokens':
    case 'max_turn_requests':
      return { code: 'truncated', message: `the agent stopped early (${response.stopReason})` };
    default:
      return text.trim() === '' ? { code: 'empty', message: 'ended without an answer' } : null;
  }
}

/** What a turn cost, where the agent says it. */
export function costOf(response: PromptResponse | null): Cost {
  const usage = at(response, 'usage') ?? at(response, '_meta', 'usage');
  const quota = at(response, '_meta', 'quota', 'token_count');
  return {
    ...amount(
      'inputTokens',
      at(usage, 'inputTokens') ?? at(quota, 'input_tokens'),
      at(usage, 'cachedReadTokens'),
    ),
    ...amount('outputTokens', at(usage, 'outputTokens') ?? at(quota, 'output_tokens')),
  };
}
