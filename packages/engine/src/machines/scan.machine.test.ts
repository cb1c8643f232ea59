import { describe, expect, it } from 'vitest';
import {
  aCandidate,
  aCompletedReview,
  aScanner,
  type ManualClock,
  playRun,
  quiet,
  type Script,
} from '../testing/index.ts';

describe('a scanner', () => {
  it('is tried again after a pause when it fails', async () => {
    const { end, runner } = await playRun(
      panelOf({ retries: 2 }, ({ attempt, scanner, candidate }) => {
        if (attempt < 3) throw new Error('flaky');
        return aCompletedReview(scanner, candidate);
      }),
      {},
      { meanwhile: waiting(500, 1000) },
    );
    expect(end.view.terminal?.outcome).toBe('converged');
    expect(runner.keys().slice(1)).toEqual([
      'run/scan.core#1',
      'run/scan.core#2',
      'run/scan.core#3',
    ]);
  });

  it('has failed when its tries are used up, and says so', async () => {
    const reason = await failureOf({ retries: 1 }, () => {
      throw Object.assign(new Error('no answer'), { code: 'AGENT_GONE' });
    });
    expect(reason).toBe('AGENT_GONE: no answer (2 tries)');
  });

  it('has failed when its time is up, and is not tried again', async () => {
    const { end, runner } = await playRun(
      panelOf({ retries: 3, timeoutMs: 1000 }, () => new Promise(() => undefined)),
      {},
      { meanwhile: waiting(1000) },
    );
    expect(end.view.context.reviews[0]).toMatchObject({
      status: 'failed',
      reason: 'gave no answer within its time-out of 1000 ms',
    });
    expect(runner.keys()).toHaveLength(2);
  });

  it('has failed when it answers nonsense; the message names the path', async () => {
    const reason = await failureOf({}, ({ scanner, candidate }) => ({
      ...aCompletedReview(scanner, candidate),
      findings: [{ rule: 'x' }],
    }));
    expect(reason).toContain('INVALID_OUTPUT');
    expect(reason).toContain('output.findings.0.severity');
  });

  it('has failed when it answers what is no JSON', async () => {
    const reason = await failureOf({}, ({ scanner, candidate }) => ({
      ...aCompletedReview(scanner, candidate),
      notes: [new Date(0)],
    }));
    expect(reason).toContain('output.notes.0');
  });

  it('cannot speak for another one', async () => {
    const reason = await failureOf({}, ({ candidate }) =>
      aCompletedReview(aScanner('other'), candidate),
    );
    expect(reason).toContain('names the scanner "other"');
  });

  it('pays for what its failed tries used up', async () => {
    const { end } = await playRun(
      panelOf({ retries: 1 }, ({ attempt, scanner, candidate }) => {
        if (attempt === 1) throw Object.assign(new Error('cut off'), { cost: { usd: 1 } });
        return { ...aCompletedReview(scanner, candidate), cost: { usd: 2 } };
      }),
      {},
      { meanwhile: waiting(500) },
    );
    expect(end.view.costs).toEqual({ core: { usd: 3 } });
  });
});

function panelOf(
  spec: { readonly retries?: number; readonly timeoutMs?: number },
  scan: NonNullable<Script['scan']>,
): Script {
  return {
    ground: () => ({
      candidate: aCandidate(),
      panel: [aScanner('core', spec)],
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan,
  };
}

async function failureOf(
  spec: { readonly retries?: number },
  scan: NonNullable<Script['scan']>,
): Promise<string | undefined> {
  const { end } = await playRun(panelOf(spec, scan), {}, { meanwhile: waiting(500) });
  const [review] = end.view.context.reviews;
  expect(review?.status).toBe('failed');
  return review?.reason;
}

function waiting(...delaysMs: readonly number[]) {
  return async (_handle: unknown, clock: ManualClock) => {
    for (const delayMs of delaysMs) {
      await quiet(10);
      clock.advance(delayMs);
    }
  };
}
