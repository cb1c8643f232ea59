import type { CallHealth } from './budget/breaker.ts';
import type { TurnFailure } from './transport/conversation.ts';

/** True when the same call may go well a moment later. */
export function isTransient({ code, status, alreadyRetried }: TurnFailure): boolean {
  const passing = status === undefined || status >= 500 || status === 429 || status === 408;
  return code === 'provider-error' && passing && !alreadyRetried;
}

/** True when the agent answered, but not so that the answer can be read. */
export function isAboutForm({ code }: TurnFailure): boolean {
  return code === 'truncated' || code === 'empty';
}

/** What the end of a turn says about the provider, for its breaker. */
export function healthOf(failure: TurnFailure | undefined): CallHealth {
  if (!failure) return { health: 'good' };
  const retryAfterMs = failure.retryAfterMs;
  const bad = {
    health: 'bad' as const,
    weight: failure.alreadyRetried || failure.code === 'auth-required' ? 3 : 1,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  switch (failure.code) {
    case 'provider-error':
      return failure.status !== undefined && failure.status < 500 && failure.status !== 429
        ? { health: 'neutral' }
        : bad;
    case 'auth-required':
    case 'timeout':
    case 'idle':
      return bad;
    default:
      return { health: 'neutral' };
  }
}
