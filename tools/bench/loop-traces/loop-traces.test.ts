import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as kit from '../../../packages/consolidation/src/testing/index.ts';
import { playTrace } from './play-trace.js';
import type { Trace } from './stage-trace.js';

const { mustStop, mustNotStop } = JSON.parse(
  readFileSync(new URL('data/loop-traces.json', import.meta.url), 'utf8'),
) as { readonly mustStop: readonly Trace[]; readonly mustNotStop: readonly Trace[] };

describe('a loop that must stop', () => {
  it.each(mustStop)('$id stops by round $by for one of $reasons', (trace) => {
    const { round, reason, converged } = playTrace(kit, trace);
    expect(converged).toBe(false);
    expect(round).toBeLessThanOrEqual(trace.by ?? 0);
    expect(trace.reasons).toContain(reason);
  });
});

describe('a loop that must not be stopped', () => {
  it.each(mustNotStop)('$id converges', (trace) => {
    expect(playTrace(kit, trace).converged).toBe(true);
  });
});
