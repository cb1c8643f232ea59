import type { Entry } from '@magi/contracts';
import { type ManualClock, manualClock } from '@magi/engine/testing';
import { expect, it } from 'vitest';
import { watchTimeLimits } from './time-limits.ts';

const limits = { nodeMs: 10_000, runMs: 100_000 };
const started = { type: 'effect.started', kind: 'fix', start: 1, pid: 7 } as const;
const output = { outcome: 'changed' } as const;

it('warns at four fifths of the time of a node and of the run', () => {
  const { clock, warnings, tell } = watched();
  tell({ note: { ...started, key: 'run/synthesis/fix#1' } });
  clock.advance(7_999);
  expect(warnings).toEqual([]);
  clock.advance(1);
  expect(warnings).toEqual(['fix has used 80 % of its 10 s']);
  clock.advance(72_000);
  expect(warnings[1]).toBe('the pipeline has used 80 % of its 100 s');
});

it('is silent about what has ended, and at the end', () => {
  const { clock, warnings, tell, end } = watched();
  tell({ note: { ...started, key: 'run/synthesis/fix#1' } });
  tell({ in: { type: 'done', key: 'run/synthesis/fix#1', output } });
  clock.advance(20_000);
  end();
  clock.advance(100_000);
  expect(warnings).toEqual([]);
});

function watched() {
  const clock: ManualClock = manualClock();
  const warnings: string[] = [];
  let listen: Parameters<Parameters<typeof watchTimeLimits>[0]['subscribe']>[0] = () => {};
  const handle = {
    subscribe: (listener: typeof listen) => {
      listen = listener;
      return () => {};
    },
  };
  const end = watchTimeLimits(handle, limits, { clock, warn: (text) => warnings.push(text) });
  let seq = 0;
  const tell = (body: Pick<Entry, 'in'> | Pick<Entry, 'note'>): void => {
    const at = new Date(clock.now()).toISOString();
    seq += 1;
    listen({ type: 'entry', entry: { v: 1, seq, at, run: 'r', onState: null, ...body } });
  };
  return { clock, warnings, tell, end };
}
