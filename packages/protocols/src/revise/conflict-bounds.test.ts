import type { Conflict, FixInput, Review } from '@magi/contracts';
import type { RunHandle } from '@magi/engine';
import { aCandidate, aScanner, playRun } from '@magi/engine/testing';
import { describe, expect, it } from 'vitest';
import { revise } from './declaration.ts';

/*
 * Both bounds of the conflict channel of seed 001, with the shipped protocol on the engine. A word
 * tells what each attempt of the producer returns: `x!` a conflict about the property x, `.` a
 * revision. The checker finds one issue less after every revision, so that nothing else stalls.
 */
describe('a conflict', () => {
  it('is put to a person, spends no revision and does not call the checker again', async () => {
    const { view, asked } = await played(['a!', '.', '.', '.']);
    expect(asked).toEqual(['conflict', 'cap']);
    const { spent, context, history } = view;
    expect([spent.attempts, spent.conflicts, history.length]).toEqual([3, 1, 4]);
    expect(context.attempts.map(({ outcome }) => outcome)).toEqual([
      'conflict',
      'committed',
      'committed',
      'committed',
    ]);
  });

  it('about the same property twice in a row is a stall: the resolution did not take', async () => {
    const { asked, view } = await played(['a!', 'a!']);
    expect(asked).toEqual(['conflict', 'stall']);
    expect(view.context.decision?.reason).toBe('conflict_repeat');
  });

  it('about the same property after a revision is a new one', async () => {
    const { asked } = await played(['a!', '.', 'a!', '.', '.']);
    expect(asked).toEqual(['conflict', 'conflict', 'cap']);
  });

  it('is the cap the third time, whatever it is about', async () => {
    const { asked, view } = await played(['a!', 'b!', 'c!']);
    expect(asked).toEqual(['conflict', 'conflict', 'cap']);
    expect(view.context.decision?.reason).toBe('budget_conflicts');
  });

  it('is counted over revisions, and two names taken in turn do not get around it', async () => {
    const { asked, view } = await played(['a!', 'b!', '.', 'a!']);
    expect(asked).toEqual(['conflict', 'conflict', 'cap']);
    expect(view.context.decision?.reason).toBe('budget_conflicts');
  });

  it('of several properties is a repeat when one of them was there before', async () => {
    const { asked } = await played(['ab!', 'bc!']);
    expect(asked).toEqual(['conflict', 'stall']);
  });
});

/** Plays a run in which a person resolves every conflict and answers nothing else. */
async function played(returns: readonly string[]) {
  const asked: string[] = [];
  const { end } = await playRun(
    {
      ground: ({ round }) => ({
        candidate: aCandidate({ head: `head${round}` }),
        panel: [aScanner('checker', { checks: [...'abcdefgh'].map((one) => `has_no_${one}`) })],
        configHash: '0'.repeat(64),
        dispositions: [],
      }),
      scan: ({ round, candidate }) => checked(round, candidate),
      fix: ({ attempt, candidate }: FixInput) => {
        const told = returns[attempt - 1] ?? '.';
        const conflicts = told.endsWith('!') ? [...told.slice(0, -1)].map(conflictAbout) : [];
        return {
          outcome: conflicts.length > 0 ? 'conflict' : 'changed',
          fixer: 'producer',
          startedFrom: candidate.head.commit,
          ...(conflicts.length === 0 && { commit: `fix${attempt}`, tree: `tree${attempt}` }),
          written: [],
          dispositions: [],
          conflicts,
        };
      },
    },
    { protocol: revise },
    {
      meanwhile: async (handle) => {
        while (await resolvedOne(handle, asked));
      },
    },
  );
  return { asked, view: end.view };
}

/** Notes the question of a parked run and answers it if it is about a conflict. */
async function resolvedOne(handle: RunHandle, asked: string[]): Promise<boolean> {
  const { question } = (await handle.done).view;
  if (question === null) return false;
  asked.push(question.kind);
  if (question.kind !== 'conflict') return false;
  const answer = { question: question.id, option: 'adopt', answer: 'do it this way', by: 'ann' };
  await handle.send({ type: 'decision.made', ...answer }, 'ann');
  return true;
}

function conflictAbout(property: string): Conflict {
  return {
    key: `has_no_${property}`,
    requiredProperty: `no ${property}`,
    conflictsWith: 'decision D-7',
    why: `${property} is asked for elsewhere`,
    alternatives: [{ text: 'drop it', satisfies: false }],
  };
}

function checked(round: number, candidate: ReturnType<typeof aCandidate>): Review {
  const letters = [...'abcdefgh'].slice(round - 1);
  return {
    scanner: 'checker',
    role: 'checker scanner',
    tree: candidate.head.tree,
    status: 'completed',
    assertions: [...'abcdefgh'].map((letter) => ({
      check: `has_no_${letter}`,
      value: letters.includes(letter) ? 'false' : 'true',
    })),
    findings: letters.map((letter) => ({
      check: `has_no_${letter}`,
      rule: `rule-${letter}`,
      severity: 'critical',
      file: 'src/a.ts',
      line: 'abcdefgh'.indexOf(letter) * 40 + 1,
      message: `problem ${letter}`,
      evidence: `line of ${letter}`,
    })),
    coverage: candidate.files.map(({ path }) => ({ file: path, state: 'seen' })),
  };
}
