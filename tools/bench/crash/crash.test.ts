import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHarness } from './harness.js';

type Harness = Awaited<ReturnType<typeof openHarness>>;

let harness: Harness;
let whole: Awaited<ReturnType<Harness['play']>>;
beforeAll(async () => {
  harness = await openHarness();
  whole = await harness.play([]);
}, 120_000);
afterAll(() => harness.close());

it('has a run of at least forty entries over three rounds', () => {
  expect(whole.entries).toBeGreaterThanOrEqual(40);
  expect(whole.outcome).toBe('accepted_with_findings: accepted_by_decision');
});

it('ends the same after SIGKILL at every entry, repeats nothing that was finished, keeps the log whole', async () => {
  const expected = { ...whole, again: 0, isSound: true, entries: expect.any(Number) };
  for (let entry = 0; entry < whole.entries; entry += 1)
    expect({ entry, ...(await harness.play([{ entry }])) }).toEqual({ entry, ...expected });
}, 600_000);
