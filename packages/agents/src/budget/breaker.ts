import { type Clock, fail, ok, type Result } from '@magi/contracts';
import pLimit from 'p-limit';

/** How a call went, as far as the provider's health is concerned. */
export interface CallHealth {
  /** `neutral`: the call says nothing about the provider (a bad answer, a cancelled call). */
  readonly health: 'good' | 'bad' | 'neutral';
  /** The provider asked to be left alone for this long. */
  readonly retryAfterMs?: number;
  /** Failures this call stands for; an agent that retries by itself has seen several. */
  readonly weight?: number;
}

/** The provider is left alone; nothing was sent. */
export interface BreakerOpen {
  readonly kind: 'breaker-open';
  readonly provider: string;
  readonly retryInMs: number;
}

/** One breaker and one queue for each provider, shared by all scanners of a run. */
export interface BreakerRegistry {
  /**
   * Runs a call when its turn comes. Calls wait for a Retry-After of somebody else's call, too.
   *
   * @returns fails with `breaker-open` when the provider has failed too often in a row, or asks for
   * more patience than the registry has
   */
  call<Value extends CallHealth>(
    provider: string,
    task: () => Promise<Value>,
    how: { readonly signal: AbortSignal; readonly maxParallel?: number | undefined },
  ): Promise<Result<Value, BreakerOpen>>;
}

export interface BreakerOptions {
  readonly clock: Clock;
  /** Calls to one provider at a time. */
  readonly maxParallel?: number;
  /** Failures in a row that open the breaker. */
  readonly failures?: number;
  /** How long an open breaker refuses; after that one call may try. */
  readonly coolDownMs?: number;
  /** Longest wait for a Retry-After. */
  readonly patienceMs?: number;
  /** First pause after a failure without Retry-After; doubles with each failure. */
  readonly pauseMs?: number;
}

type Provider = {
  readonly limit: ReturnType<typeof pLimit>;
  failures: number;
  notBefore: number;
  openUntil: number;
  trying: boolean;
};

/** Creates the registry of a run. With the defaults a dead provider sees at most 3 × maxParallel calls. */
export function createBreakerRegistry(options: BreakerOptions): BreakerRegistry {
  const { clock, maxParallel = 2, failures = 3, coolDownMs = 60_000 } = options;
  const { patienceMs = 60_000, pauseMs = 500 } = options;
  const providers = new Map<string, Provider>();
  const providerOf = (name: string, parallel = maxParallel): Provider => {
    const known = providers.get(name);
    if (known) return known;
    const limit = pLimit(parallel);
    const fresh = { limit, failures: 0, notBefore: 0, openUntil: 0, trying: false };
    providers.set(name, fresh);
    return fresh;
  };

  const admit = async (name: string, provider: Provider, signal: AbortSignal) => {
    for (;;) {
      const now = clock.now();
      const wait = provider.notBefore - now;
      const open = provider.openUntil > now || (provider.failures >= failures && provider.trying);
      if (open || wait > patienceMs) {
        const retryInMs = Math.max(wait, provider.openUntil - now, 0);
        return fail({ kind: 'breaker-open' as const, provider: name, retryInMs });
      }
      if (wait <= 0 || signal.aborted) return ok(null);
      await pause(clock, wait, signal);
    }
  };
  const learn = (provider: Provider, { health, retryAfterMs, weight = 1 }: CallHealth) => {
    if (health === 'neutral') return;
    if (health === 'good') {
      provider.failures = 0;
      provider.openUntil = 0;
      return;
    }
    provider.failures += weight;
    const now = clock.now();
    const pauseFor = retryAfterMs ?? pauseMs * 2 ** Math.min(6, provider.failures - 1);
    provider.notBefore = Math.max(provider.notBefore, now + pauseFor);
    if (provider.failures >= failures)
      provider.openUntil = now + Math.max(coolDownMs, retryAfterMs ?? 0);
  };

  return {
    call(name, task, { signal, maxParallel: parallel }) {
      const provider = providerOf(name, parallel);
      return provider.limit(async () => {
        const admitted = await admit(name, provider, signal);
        if (!admitted.ok) return admitted;
        provider.trying = provider.failures >= failures;
        try {
          const value = await task();
          learn(provider, value);
          return ok(value);
        } finally {
          provider.trying = false;
        }
      });
    },
  };
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clock.clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
