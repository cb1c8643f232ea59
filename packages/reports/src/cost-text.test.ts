import { expect, it } from 'vitest';
import { costRows, costText } from './cost-text.ts';

it('says what was measured and leaves out what was not', () => {
  expect(costText({ calls: 3, inputTokens: 1_234_567, outputTokens: 900, usd: 0.041 })).toBe(
    '3 calls, 1,234,567 tokens read, 900 written, $0.04',
  );
  expect(costText({ calls: 1, usd: 0.00042, estimated: true })).toBe(
    '1 call, $0.00042 (estimated)',
  );
});

it('says nothing of work that asked no model', () => {
  expect(costText({ durationMs: 900 })).toBe('');
  expect(costRows({ core: { durationMs: 12 } })).toEqual([]);
});

it('lists actors by price and adds them up', () => {
  const rows = costRows({
    core: { durationMs: 12 },
    cheap: { calls: 1, usd: 0.01 },
    dear: { calls: 2, usd: 0.5, inputTokens: 10 },
  });
  expect(rows).toEqual([
    { actor: 'dear', text: '2 calls, 10 tokens read, $0.50' },
    { actor: 'cheap', text: '1 call, $0.01' },
    { actor: 'total', text: '3 calls, 10 tokens read, $0.51' },
  ]);
});
