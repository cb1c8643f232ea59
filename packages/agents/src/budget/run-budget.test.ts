import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BudgetLimits, BudgetMeter } from './budget-meter.ts';
import { createRunBudget } from './run-budget.ts';

const scanners = ['a', 'b', 'c', 'd', 'e'];

it('keeps the share of those that have not asked yet', () => {
  const { meter } = given({ calls: 10 });
  expect(callsOf(meter('a'))).toBe(2);
  expect(callsOf(meter('e'))).toBe(2);
});

it('keeps a share for scanners that are named later', () => {
  const budget = createRunBudget({ limits: { calls: 10 }, scanners: [], clock: { now: () => 0 } });
  budget.expect(scanners);
  expect(callsOf(budget.meterOf('a'))).toBe(2);
});

it('gives what a scanner leaves over to the others', () => {
  const { meter } = given({ calls: 10 });
  for (const name of ['b', 'c', 'd']) meter(name).close();
  expect(callsOf(meter('a'))).toBe(8);
  expect(callsOf(meter('e'))).toBe(2);
});

it('never lets the run exceed its calls, whoever asks in whatever order', () => {
  const step = fc.tuple(fc.constantFrom(...scanners), fc.constantFrom('ask', 'close'));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(step, { maxLength: 80 }),
      (calls, steps) => {
        const { meter, budget } = given({ calls });
        const made = new Map<string, number>();
        const closed = new Set<string>();
        for (const [name, what] of steps) {
          const own = meter(name);
          if (what === 'close') {
            own.close();
            closed.add(name);
          } else if (use(own)) made.set(name, (made.get(name) ?? 0) + 1);
        }
        const total = [...made.values()].reduce((a, b) => a + b, 0);
        expect(total).toBeLessThanOrEqual(calls);
        expect(budget.spent().calls ?? 0).toBe(total);
      },
    ),
  );
});

it('gives every scanner that stays its equal share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 40 }),
      fc.shuffledSubarray(scanners, { minLength: 5 }),
      (calls, order) => {
        const { meter } = given({ calls });
        for (const name of order)
          expect(callsOf(meter(name), Math.floor(calls / 5))).toBe(Math.floor(calls / 5));
      },
    ),
  );
});

it('counts tokens by estimate until they are known', () => {
  const { meter } = given({ tokens: 1000 }, ['a']);
  const first = meter('a').reserve({ tokens: 900 });
  expect(meter('a').reserve({ tokens: 200 }).ok).toBe(false);
  if (first.ok) first.value.settle({ inputTokens: 100, outputTokens: 50 });
  expect(meter('a').reserve({ tokens: 200 }).ok).toBe(true);
});

it('gives back what was reserved for a call that was not made', () => {
  const { meter } = given({ calls: 1 }, ['a']);
  const first = meter('a').reserve({ tokens: 1 });
  if (first.ok) first.value.release();
  expect(meter('a').reserve({ tokens: 1 }).ok).toBe(true);
});

it('refuses once the money is spent, although a price is known only afterwards', () => {
  const { meter } = given({ usd: 1 }, ['a']);
  const first = meter('a').reserve({ tokens: 1 });
  if (first.ok) first.value.settle({ usd: 1.2 });
  expect(meter('a').reserve({ tokens: 1 })).toMatchObject({
    error: { unit: 'usd', scope: 'run', limit: 1, spent: 1.2 },
  });
});

it('holds a scanner to its own limits before those of the run', () => {
  const { budget } = given({ calls: 100 }, ['a']);
  const meter = budget.meterOf('a', { calls: 1 });
  use(meter);
  expect(meter.reserve({ tokens: 1 })).toMatchObject({
    error: { scope: 'scanner', unit: 'calls' },
  });
});

it('refuses when the time of the run is over and says how much is left before', () => {
  let now = 0;
  const clock = { now: () => now };
  const budget = createRunBudget({ limits: { wallMs: 100 }, scanners: ['a'], clock });
  const meter = budget.meterOf('a');
  now = 40;
  expect(meter.remainingMs()).toBe(60);
  now = 100;
  expect(meter.reserve({ tokens: 1 })).toMatchObject({ error: { unit: 'wallMs' } });
});

it('counts what a resumed run had used before', () => {
  const clock = { now: () => 0 };
  const spent = { calls: 9 };
  const budget = createRunBudget({ limits: { calls: 10 }, scanners: ['a'], clock, spent });
  expect(callsOf(budget.meterOf('a'))).toBe(1);
  expect(budget.exhausted()).toMatchObject({ unit: 'calls', limit: 10, spent: 10 });
});

function given(limits: BudgetLimits, names: readonly string[] = scanners) {
  const budget = createRunBudget({ limits, scanners: names, clock: { now: () => 0 } });
  const meters = new Map(names.map((name) => [name, budget.meterOf(name)]));
  const meter = (name: string) => meters.get(name) ?? budget.meterOf(name);
  return { budget, meter };
}

function use(meter: BudgetMeter): boolean {
  const reserved = meter.reserve({ tokens: 1 });
  if (reserved.ok) reserved.value.settle({ calls: 1, inputTokens: 1 });
  return reserved.ok;
}

function callsOf(meter: BudgetMeter, most = 100): number {
  let calls = 0;
  while (calls < most && use(meter)) calls++;
  return calls;
}
