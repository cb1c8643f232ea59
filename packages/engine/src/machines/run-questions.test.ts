import type { Conflict } from '@magi/contracts';
import { createMemoryLog } from '@magi/event-log';
import { describe, expect, it } from 'vitest';
import { aCompletedReview, aProtocol, playRun, resumeOn, type Script } from '../testing/index.ts';

describe('a question', () => {
  it('parks the run', async () => {
    const { end } = await playRun(failing());
    expect(end.state).toBe('parked');
    expect(end.view.question).toMatchObject({ kind: 'cap', id: 'cap-1' });
    expect(end.view.terminal).toBeNull();
  });

  it('is answered days later, in another process', async () => {
    const log = createMemoryLog();
    await playRun(failing(), {}, { log });
    const { end, runner } = await resumeOn(failing(), {
      log,
      meanwhile: (handle) => handle.send(answer('cap-1', 'proceed'), 'ann'),
    });
    expect(end.view.terminal).toMatchObject({
      outcome: 'accepted_with_findings',
      message: 'Accepted by ann.',
    });
    expect(runner.keys()).toEqual([]);
  });

  it('grants a new budget and takes advice along', async () => {
    const { runner, end } = await playRun(
      failing(),
      {},
      {
        meanwhile: async (handle) => {
          await handle.done;
          await handle.send({ ...answer('cap-1', 'adjust'), answer: 'Keep it simple.' }, 'ann');
        },
      },
    );
    expect(end.view.question?.id).toBe('cap-2');
    expect(end.view.history).toHaveLength(6);
    const fixes = runner.requests.filter(({ kind }) => kind === 'fix');
    expect(JSON.stringify(fixes[2]?.input)).toContain('Keep it simple.');
    expect(JSON.stringify(fixes[3]?.input)).not.toContain('Keep it simple.');
  });

  it('refuses an answer that is none of the options', async () => {
    const { handle } = await playRun(failing());
    await expect(handle.send(answer('cap-1', 'whatever'), 'ann')).rejects.toThrow(/MAGI|answer/);
    await expect(handle.send(answer('cap-7', 'stop'), 'ann')).rejects.toMatchObject({
      code: 'MAGI_DECISION_INVALID',
    });
  });

  it('is not asked where nobody is there to answer', async () => {
    const { end } = await playRun(failing(), { protocol: aProtocol({ unattended: 'stop' }) });
    expect(end.view.terminal).toMatchObject({ outcome: 'exhausted', reason: 'budget_reviews' });
  });

  it('stops the run when a person says so', async () => {
    const { end } = await playRun(
      failing(),
      {},
      {
        meanwhile: async (handle) => {
          await handle.done;
          await handle.send(answer('cap-1', 'stop'), 'ann');
        },
      },
    );
    expect(end.view.terminal).toMatchObject({ outcome: 'stopped', reason: 'abandoned' });
  });

  it('settles a conflict and hands the resolution to the fixer', async () => {
    const { end, runner } = await playRun(
      {
        ...failing(2),
        fix: ({ resolutions, attempt, candidate }) =>
          resolutions.length === 0
            ? {
                ...fixed(attempt, candidate.head.commit ?? ''),
                outcome: 'conflict',
                conflicts: [clash],
              }
            : fixed(attempt, candidate.head.commit ?? ''),
      },
      {},
      {
        meanwhile: async (handle) => {
          await handle.done;
          await handle.send({ ...answer('conflict-1', 'adopt'), answer: 'widen the type' }, 'ann');
        },
      },
    );
    expect(end.view.terminal).toMatchObject({
      outcome: 'converged',
      counts: { reviews: 2, attempts: 2, conflicts: 1 },
    });
    const second = runner.requests.filter(({ kind }) => kind === 'fix')[1];
    expect(second?.input).toMatchObject({ resolutions: [{ resolution: 'widen the type' }] });
  });
});

const clash: Conflict = {
  key: 'core_is_fine',
  requiredProperty: 'core_is_fine',
  conflictsWith: 'the public interface',
  why: 'the type is too narrow',
  alternatives: [{ text: 'widen the type', satisfies: true }],
};

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

function fixed(attempt: number, startedFrom: string) {
  return {
    outcome: 'changed',
    fixer: 'scripted',
    startedFrom,
    commit: `fix${attempt}`,
    tree: `tree${attempt}`,
    written: [],
    dispositions: [],
    conflicts: [],
  };
}

function answer(question: string, option: string) {
  return { type: 'decision.made', question, option };
}
