import type { FrameState } from '@magi/engine/replay';
import { describe, expect, it } from 'vitest';
import { actorAt, actorRows, rootOf, stateName, withoutGeneration } from './actors.ts';

const state = {
  actors: {
    status: 'active',
    value: 'scanning',
    children: {
      'scan.core': {
        status: 'active',
        value: { on: { a: 'x', b: 'y' } },
        children: { self: { status: 'active', effect: 'scan' } },
      },
    },
  },
  pending: [],
  timers: [],
} as unknown as FrameState;

describe('actors of a state', () => {
  it('are listed with their place in the tree, parents first', () => {
    expect(
      actorRows(state, 'run').map(({ address, depth, state: at }) => [address, depth, at]),
    ).toEqual([
      ['run', 0, 'scanning'],
      ['run/scan.core', 1, 'on.a.x, on.b.y'],
      ['run/scan.core/self', 2, 'scan'],
    ]);
  });

  it('are found by their address', () => {
    expect(actorAt(state, 'run')?.value).toBe('scanning');
    expect(actorAt(state, 'run/scan.core/self')?.effect).toBe('scan');
    expect(actorAt(state, 'run/scan.other')).toBeNull();
    expect(actorAt(null, 'run')).toBeNull();
  });
});

describe('names', () => {
  it('of states are paths', () => {
    expect(stateName('idle')).toBe('idle');
    expect(stateName({ a: 'b' })).toBe('a.b');
    expect(stateName({ a: {} })).toBe('a');
  });

  it('of the root come from the first chart', () => {
    expect(rootOf([{ id: 'training' }, { id: 'run' }])).toBe('training');
    expect(rootOf([])).toBe('run');
  });

  it('of actors that ask have no generation', () => {
    expect(withoutGeneration('run/ground#12')).toBe('run/ground');
    expect(withoutGeneration('run/scan.core')).toBe('run/scan.core');
  });
});
