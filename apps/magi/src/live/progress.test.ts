import type { Entry, Input, Note } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { follow, nameOf, noProgress } from './progress.ts';

describe('follow', () => {
  it('shows a task from its start to its answer', () => {
    const progress = given(
      { note: { type: 'effect.started', key: 'run/scan.core#1', kind: 'scan', start: 1, pid: 7 } },
      { in: { type: 'done', key: 'run/scan.core#1', output: { outcome: 'promoted' } } },
    );
    expect(progress).toEqual([
      { name: 'core', state: 'done', startedAtMs: 0, endedAtMs: 1000, text: 'promoted' },
    ]);
  });

  it('shows why a task failed', () => {
    const error = { name: 'Error', message: 'no luck' };
    const [task] = given(
      { note: { type: 'effect.started', key: 'run/scan.core#1', kind: 'scan', start: 1, pid: 7 } },
      { in: { type: 'fail', key: 'run/scan.core#1', error } },
    );
    expect([task?.state, task?.text]).toEqual(['failed', 'no luck']);
  });

  it('says that a task was started again', () => {
    const [task] = given({
      note: { type: 'effect.started', key: 'run/scan.core#1', kind: 'scan', start: 2, pid: 7 },
    });
    expect(task?.text).toBe('started again (start 2)');
  });

  it('ignores what it does not know', () => {
    expect(given({ in: { type: 'timer', id: 'run/x' } })).toEqual([]);
  });
});

describe('nameOf', () => {
  it.each([
    ['run/scan.agent-claude-security#12', 'agent-claude-security'],
    ['run/ground#1', 'ground'],
  ])('of %s is %s', (key, name) => {
    expect(nameOf(key)).toBe(name);
  });
});

function given(...bodies: readonly ({ in: Input } | { note: Note })[]) {
  const entries = bodies.map(
    (body, seq): Entry => ({
      v: 1,
      seq,
      at: new Date(seq * 1000).toISOString(),
      run: 'r',
      onState: null,
      ...body,
    }),
  );
  return [...entries.reduce(follow, noProgress).values()];
}
