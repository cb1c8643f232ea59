import type { Input, Json } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { createDeterministicSystem } from './deterministic-system.ts';
import { effect } from './effect.ts';

describe('E3: an effect', () => {
  it('that is withdrawn in the step in which it was asked for is never asked', () => {
    const system = given({ leaves: 'at once' });
    expect(system.asked()).toEqual([]);
    expect(system.root().getSnapshot().value).toBe('elsewhere');
  });

  it('that is withdrawn later is no longer pending', () => {
    const system = given({ leaves: 'on request' });
    expect(system.asked()).toHaveLength(1);
    system.apply({ type: 'event', event: { type: 'leave' }, by: 'test' }, 1);
    expect(system.asked()).toEqual([]);
  });

  it('waits for ever where there is no host', () => {
    const actor = createActor(machine('on request')).start();
    expect(actor.getSnapshot().value).toBe('asking');
    actor.stop();
  });
});

describe('E4: the key of an effect', () => {
  it('is the place of its actor and counts what was asked there', () => {
    const system = given({ leaves: 'on request' });
    expect(keysOf(system)).toEqual(['test/work#1']);
    system.apply({ type: 'fail', key: 'test/work#1', error: { name: 'E', message: 'x' } }, 1);
    expect(keysOf(system)).toEqual(['test/work#2']);
  });

  it('hands over what was asked', () => {
    const [asked] = given({ leaves: 'on request' }).asked();
    expect(asked).toEqual({ key: 'test/work#1', kind: 'work', input: { question: 'why' } });
  });

  it('tells an answer that is awaited from one that is not', () => {
    const system = given({ leaves: 'on request' });
    const answer = (key: string): Input => ({ type: 'done', key, output: 'because' });
    expect(system.awaits(answer('test/work#1'))).toBe(true);
    expect(system.awaits(answer('test/work#2'))).toBe(false);
    system.apply(answer('test/work#1'), 1);
    expect(system.awaits(answer('test/work#1'))).toBe(false);
    expect(system.state().actors).toMatchObject({ status: 'done' });
  });
});

type Leaves = 'at once' | 'on request';

function given({ leaves }: { readonly leaves: Leaves }) {
  const system = createDeterministicSystem(machine(leaves));
  const identity = { id: 'test', version: '1', graphHash: '0'.repeat(64) };
  system.apply({ type: 'init', machine: identity, input: null as Json, magi: 'test' }, 0);
  return system;
}

function keysOf(system: ReturnType<typeof given>): readonly string[] {
  return system.asked().map(({ key }) => key);
}

function machine(leaves: Leaves) {
  return setup({
    actors: { work: effect<{ readonly question: string }, string>('work') },
    guards: { mustLeave: () => leaves === 'at once' },
  }).createMachine({
    id: 'test',
    version: '1',
    initial: 'asking',
    states: {
      asking: {
        invoke: {
          id: 'work',
          src: 'work',
          input: { question: 'why' },
          onDone: 'answered',
          onError: { target: 'asking', reenter: true },
        },
        always: { guard: 'mustLeave', target: 'elsewhere' },
        on: { leave: 'elsewhere' },
      },
      elsewhere: {},
      answered: { type: 'final' },
    },
  });
}
