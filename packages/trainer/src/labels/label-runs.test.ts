import { describe, expect, it } from 'vitest';
import { digestRun } from '../run-digest.ts';
import { buildRun, plainProtocol, type RunPlan } from '../testing/index.ts';
import { labelRuns as labelDigests } from './label-runs.ts';
import { oneVoteEach } from './one-vote.ts';

describe('label of a check', () => {
  it('is passed when it was never false', () => {
    expect(labelOf(run([{ files: { a: 1 }, fails: {} }]))).toBe('passed');
  });
  it('is fixed when it became true after its file changed', () => {
    expect(labelOf(run([failing(1), { files: { a: 2 }, fails: {} }]))).toBe('fixed');
  });
  it('is flipped when it became true although its file did not change', () => {
    expect(labelOf(run([failing(1), { files: { a: 1, other: 2 }, fails: {} }]))).toBe('flipped');
  });
  it('is dismissed when a person declined its finding', () => {
    expect(labelOf(run([failing(1)], { dismissed: ['x'] }))).toBe('dismissed');
  });
  it('is overridden when a person accepted the run all the same', () => {
    expect(labelOf(run([failing(1)], { isAccepted: true }))).toBe('overridden');
  });
  it('is unresolved when nobody said a word', () => {
    expect(labelOf(run([failing(1)]))).toBe('unresolved');
  });
  it('sees a fix between two runs of one change', () => {
    const first = run([failing(1)], { run: 'r1', at: '2026-01-01T00:00:00.000Z' });
    const second = run([{ files: { a: 2 }, fails: {} }], {
      run: 'r2',
      at: '2026-01-02T00:00:00.000Z',
    });
    expect(labelRuns([second, first]).map(({ run: id, value }) => [id, value])).toEqual([
      ['r1', 'fixed'],
      ['r2', 'passed'],
    ]);
  });
  it('is not given to a run that is not trusted', () => {
    expect(labelRuns([run([failing(1)], { trusted: false })])).toEqual([]);
  });
  it('remembers that a fixed problem was a blocker', () => {
    const blocker = { ...failing(1), severity: { x: 'critical' as const } };
    const [label] = labelRuns([run([blocker, { files: { a: 2 }, fails: {} }])]);
    expect(label?.caughtBlocker).toBe(true);
  });
});

it('counts one vote per change and author, the strongest evidence first', () => {
  const dismissed = run([failing(1)], { run: 'r1', dismissed: ['x'] });
  const fixed = run([failing(3), { files: { a: 4 }, fails: {} }], { run: 'r2' });
  expect(oneVoteEach(labelRuns([dismissed, fixed])).map(({ value }) => value)).toEqual(['fixed']);
});

function labelRuns(runs: readonly ReturnType<typeof run>[]) {
  return labelDigests(runs.map(digestRun));
}

function labelOf(it: ReturnType<typeof run>): string | undefined {
  return labelRuns([it]).find(({ check }) => check === 'x')?.value;
}

function failing(version: number) {
  return { files: { a: version }, fails: { x: 'a' } };
}

function run(rounds: RunPlan['rounds'], rest: Partial<RunPlan> = {}) {
  return buildRun(
    {
      run: 'r',
      at: '2026-01-01T00:00:00.000Z',
      change: 'c',
      author: 'a',
      checks: ['x'],
      rounds,
      ...rest,
    },
    plainProtocol,
  );
}
