import type { RunInput } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import {
  aCandidate,
  aCompletedReview,
  aProtocol,
  aScanner,
  playRun,
  quiet,
  type Script,
} from '../testing/index.ts';

describe('the end of a run', () => {
  it('hands the constraints over in a review', async () => {
    const { end } = await playRun(failing(), { mode: 'review' });
    expect(end.view.terminal).toMatchObject({ outcome: 'stopped', reason: 'findings_remain' });
    expect(end.view.context.decision?.nextStage).toBe('SYNTHESIS');
  });

  it('is incomplete, never accepted, when a scanner fails', async () => {
    const script: Script = {
      scan: () => {
        throw new Error('crashed');
      },
    };
    const { end } = await playRun(script);
    expect(end.view.terminal).toMatchObject({ outcome: 'blocked', reason: 'review_incomplete' });
    expect(end.view.history[0]?.consolidation.incomplete[0]?.reason).toContain('crashed');
  });

  it('names an empty change', async () => {
    const { end } = await playRun({
      ground: () => ({ ...grounded(), candidate: aCandidate({ files: [] }) }),
    });
    expect(end.view.terminal).toMatchObject({ outcome: 'blocked', reason: 'empty_candidate' });
  });

  it('names an empty panel', async () => {
    const { end } = await playRun({ ground: () => ({ ...grounded(), panel: [] }) });
    expect(end.view.terminal).toMatchObject({ outcome: 'blocked', reason: 'empty_panel' });
  });

  it('carries the code of what grounding failed with', async () => {
    const { end } = await playRun({
      ground: () => {
        throw Object.assign(new Error('no such revision'), { code: 'MAGI_BASE_UNRESOLVED' });
      },
    });
    expect(end.view.terminal).toMatchObject({ outcome: 'blocked', reason: 'base_unresolved' });
  });

  it('is blocked when the repository moved under the loop', async () => {
    const { end } = await playRun({
      ...failing(),
      ground: ({ round }) =>
        round === 1
          ? grounded()
          : { ...grounded(), drift: { kind: 'base_moved', message: 'main went on' } },
    });
    expect(end.view.terminal).toMatchObject({ outcome: 'blocked', reason: 'base_moved' });
  });

  it('counts the money that was spent', async () => {
    const budget = { reviews: 9, attemptSpends: 'start', usd: 1 } as const;
    const script: Script = {
      scan: ({ scanner, candidate, round }) => ({
        ...aCompletedReview(scanner, candidate, ['core_is_fine']),
        cost: { usd: 0.3 * round },
      }),
    };
    const { end } = await playRun(script, { protocol: aProtocol({ budget }) });
    expect(end.view.terminal).toMatchObject({ outcome: 'exhausted', reason: 'budget_usd' });
    expect(end.view.costs.core?.usd).toBeCloseTo(1.8);
  });

  it('comes when the time is up, whatever is under way', async () => {
    const budget = { reviews: 3, attemptSpends: 'start', wallClockMs: 60_000 } as const;
    const { end, entries } = await playRun(
      { scan: never },
      { protocol: aProtocol({ budget }) },
      {
        meanwhile: async (_handle, clock) => {
          await quiet();
          clock.advance(60_000);
        },
      },
    );
    expect(end.view.terminal).toMatchObject({ outcome: 'exhausted', reason: 'budget_time' });
    expect(entries.some(({ note }) => note?.type === 'effect.cancelled')).toBe(true);
  });
});

describe('an attempt', () => {
  it('is discarded when its validation fails, and the next round follows', async () => {
    const fix = { ...aProtocol().fix, validate: ['full' as const] };
    const script: Script = {
      ...failing(),
      validate: () => ({
        validations: [
          { name: 'test', command: 'npm test', scope: 'full', status: 'failed', result: 'exit 1' },
        ],
      }),
      discard: () => ({ preserved: '/patches/1' }),
    };
    const { end, runner } = await playRun(script, {
      protocol: aProtocol({ fix }),
      validations: [{ name: 'test', command: 'npm test', scope: 'full', timeoutMs: 1000 }],
    });
    expect(end.view.history[0]?.attempt).toMatchObject({
      outcome: 'failed',
      reason: 'validation test failed: exit 1',
      preserved: '/patches/1',
    });
    expect(runner.keys()).not.toContain('run/synthesis/promote#1');
  });

  it('stops the run when the branch is not where it was', async () => {
    const { end } = await playRun({
      ...failing(),
      promote: () => ({ outcome: 'refused', reason: 'head_moved', message: 'somebody committed' }),
    });
    expect(end.view.terminal).toMatchObject({
      outcome: 'blocked',
      reason: 'head_moved',
      counts: { attempts: 1 },
    });
  });

  it('is repeated as often as failures in a row are allowed', async () => {
    const budget = { attempts: 9, attemptSpends: 'start', attemptFailuresInRow: 2 } as const;
    const { end } = await playRun(
      { ...failing(), fix: noChange },
      { protocol: aProtocol({ budget }) },
    );
    expect(end.state).toBe('parked');
    expect(end.view.context.attempts.map(({ outcome }) => outcome)).toEqual([
      'no_change',
      'no_change',
    ]);
    expect(end.view.context.decision?.reason).toBe('attempt_failed');
  });

  it('comes first where the protocol works before it reviews', async () => {
    const { runner, end } = await playRun({}, { protocol: aProtocol({ entry: 'fix' }) });
    expect(runner.keys().slice(0, 3)).toEqual([
      'run/ground#1',
      'run/synthesis/fix#1',
      'run/synthesis/promote#1',
    ]);
    expect(end.view.terminal?.counts).toEqual({ reviews: 1, attempts: 1, conflicts: 0 });
  });
});

describe('the validation of the candidate', () => {
  it('comes before the review and is mended by an attempt', async () => {
    let isBroken = true;
    const script: Script = {
      validate: () => ({ validations: [outcome(isBroken ? 'failed' : 'passed')] }),
      promote: ({ commit }) => {
        isBroken = false;
        return { outcome: 'promoted', head: commit, tree: 't' };
      },
    };
    const { end, runner } = await playRun(script, validating());
    expect(end.view.terminal).toMatchObject({ outcome: 'converged', counts: { attempts: 1 } });
    const fix = runner.requests.find(({ kind }) => kind === 'fix');
    expect(fix?.input).toMatchObject({ constraints: [{ key: 'validation:test' }] });
  });

  it('ends the run when nobody can mend it', async () => {
    const script: Script = {
      validate: () => ({ validations: [outcome('failed')] }),
      fix: noChange,
    };
    const { end } = await playRun(script, validating());
    expect(end.view.terminal?.reason).toBe('current_candidate_validation_failure');
  });

  it('blocks the run when it cannot be carried out', async () => {
    const script: Script = { validate: () => ({ validations: [outcome('unavailable')] }) };
    const { end } = await playRun(script, validating());
    expect(end.view.terminal?.reason).toBe('validation_unavailable');
  });
});

describe('abort', () => {
  it('stops a run whatever it does', async () => {
    const { end } = await playRun(
      { scan: never },
      {},
      { meanwhile: (handle) => quiet().then(() => handle.abort('enough', 'ann')) },
    );
    expect(end.view.terminal).toMatchObject({
      outcome: 'stopped',
      reason: 'aborted',
      message: 'Aborted by ann: enough',
    });
  });

  it('clears an attempt that is under way and keeps its patch', async () => {
    const { end } = await playRun(
      { ...failing(), fix: never, discard: () => ({ preserved: '/patches/1' }) },
      {},
      { meanwhile: (handle) => quiet(20).then(() => handle.abort('enough', 'ann')) },
    );
    expect(end.view.context.attempts).toMatchObject([
      { outcome: 'interrupted', preserved: '/patches/1' },
    ]);
    expect(end.view.terminal?.counts.attempts).toBe(1);
  });

  it('waits for a publication that has begun', async () => {
    let publish: (value: unknown) => void = () => undefined;
    const { end } = await playRun(
      {
        ...failing(2),
        publish: () =>
          new Promise((resolve) => {
            publish = resolve;
          }),
      },
      { protocol: aProtocol({ publication: 'update_pr' }) },
      {
        meanwhile: async (handle) => {
          await quiet(40);
          await handle.abort('too late', 'ann');
          publish({ status: 'published', message: 'pushed' });
        },
      },
    );
    expect(end.view.terminal).toMatchObject({ outcome: 'converged', unpushed: [] });
  });
});

describe('publication', () => {
  it('blocks the run when the remote went on', async () => {
    const { end } = await playRun(
      {
        ...failing(2),
        publish: () => ({ status: 'failed', reason: 'remote_advanced', message: 'not ours' }),
      },
      { protocol: aProtocol({ publication: 'update_pr' }) },
    );
    expect(end.view.terminal).toMatchObject({
      outcome: 'blocked',
      reason: 'remote_advanced',
      unpushed: ['fix1'],
    });
  });

  it('is left out when there is nothing to publish', async () => {
    const { runner } = await playRun({}, { protocol: aProtocol({ publication: 'update_pr' }) });
    expect(runner.keys()).toEqual(['run/ground#1', 'run/scan.core#1']);
  });
});

/** One scanner that finds a new problem in every round before `until`. */
function failing(until = Number.MAX_SAFE_INTEGER): Script {
  return {
    scan: ({ round, scanner, candidate }) => {
      const review = aCompletedReview(scanner, candidate, round < until ? ['core_is_fine'] : []);
      const findings = review.findings.map((finding) => ({ ...finding, rule: `rule${round}` }));
      return { ...review, findings };
    },
  };
}

function grounded() {
  return {
    candidate: aCandidate(),
    panel: [aScanner('core')],
    configHash: '0'.repeat(64),
    dispositions: [],
  };
}

function validating(): Partial<RunInput> {
  return {
    protocol: aProtocol({ validateBeforeReview: true }),
    validations: [{ name: 'test', command: 'npm test', scope: 'full', timeoutMs: 1000 }],
  };
}

function outcome(status: 'passed' | 'failed' | 'unavailable') {
  return { name: 'test', command: 'npm test', scope: 'full', status, result: status };
}

function noChange() {
  return {
    outcome: 'no_change',
    fixer: 'scripted',
    startedFrom: 'head1',
    written: [],
    dispositions: [],
    conflicts: [],
  };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
