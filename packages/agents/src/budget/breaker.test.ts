import type { Clock } from '@magi/contracts';
import { expect, it } from 'vitest';
import { type BreakerOptions, type CallHealth, createBreakerRegistry } from './breaker.ts';

const bad: CallHealth = { health: 'bad' };
const good: CallHealth = { health: 'good' };

it('opens after three failures in a row and sends nothing any more', async () => {
  const rig = given();
  for (let call = 0; call < 3; call++) await rig.call(bad);
  expect(await rig.call(good)).toMatchObject({ ok: false, error: { kind: 'breaker-open' } });
  expect(rig.sent()).toBe(3);
});

it('sees at most three times as many requests as run side by side', async () => {
  for (const maxParallel of [1, 2, 4, 8]) {
    const rig = given({ maxParallel });
    await Promise.all(Array.from({ length: 100 }, () => rig.call(bad)));
    expect(rig.sent()).toBeLessThanOrEqual(3 * maxParallel);
  }
});

it('forgets failures after a success', async () => {
  const rig = given();
  for (const health of [bad, bad, good, bad, bad]) await rig.call(health);
  expect(await rig.call(good)).toMatchObject({ ok: true });
});

it('lets one call try after the pause, and closes again when it works', async () => {
  const rig = given({ coolDownMs: 1000 });
  for (let call = 0; call < 3; call++) await rig.call(bad);
  rig.advance(1001);
  expect(await rig.call(good)).toMatchObject({ ok: true });
  expect(await rig.call(good)).toMatchObject({ ok: true });
});

it('opens again at once when the trial fails', async () => {
  const rig = given({ coolDownMs: 1000 });
  for (let call = 0; call < 3; call++) await rig.call(bad);
  rig.advance(1001);
  await rig.call(bad);
  expect(await rig.call(good)).toMatchObject({ ok: false });
});

it('makes everybody wait for a Retry-After', async () => {
  const rig = given();
  await rig.call({ health: 'bad', retryAfterMs: 20_000 });
  await rig.call(good);
  expect(rig.waits).toEqual([20_000]);
});

it('does not wait longer than its patience', async () => {
  const rig = given({ patienceMs: 5000 });
  await rig.call({ health: 'bad', retryAfterMs: 3_600_000 });
  expect(await rig.call(good)).toMatchObject({ error: { retryInMs: 3_600_000 } });
  expect(rig.waits).toEqual([]);
});

it('opens on one failure of an agent that has retried by itself', async () => {
  const rig = given();
  await rig.call({ health: 'bad', weight: 3 });
  expect(await rig.call(good)).toMatchObject({ ok: false });
});

it('keeps providers apart', async () => {
  const rig = given();
  for (let call = 0; call < 3; call++) await rig.call(bad, 'down');
  expect(await rig.call(good, 'up')).toMatchObject({ ok: true });
});

it('does not learn from calls that say nothing about the provider', async () => {
  const rig = given();
  for (let call = 0; call < 10; call++) await rig.call({ health: 'neutral' });
  expect(await rig.call(good)).toMatchObject({ ok: true });
});

function given(options: Partial<BreakerOptions> = {}) {
  let now = 0;
  let sent = 0;
  const waits: number[] = [];
  const clock: Clock = {
    now: () => now,
    setTimeout(callback, delayMs) {
      if (delayMs >= 1000) waits.push(delayMs);
      return setImmediate(() => {
        now += delayMs;
        callback();
      });
    },
    clearTimeout: (handle) => clearImmediate(handle as NodeJS.Immediate),
  };
  const registry = createBreakerRegistry({ clock, ...options });
  const { signal } = new AbortController();
  return {
    waits,
    sent: () => sent,
    advance(ms: number) {
      now += ms;
    },
    call(health: CallHealth, provider = 'provider') {
      const task = async () => {
        sent++;
        await new Promise((resolve) => setImmediate(resolve));
        return health;
      };
      return registry.call(provider, task, { signal });
    },
  };
}
