import type { Entry } from '@magi/contracts';
import { createMemoryLog } from '@magi/event-log';
import { beforeAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { identityOf } from '../graph/identity.ts';
import { createHost } from '../host/create-host.ts';
import { effect } from '../host/effect.ts';
import { createStatelyEncoder } from '../stately/stately-encoder.ts';
import { entriesOf, manualClock, quiet } from '../testing/index.ts';
import { createFrameMaker, createPackedFrameMaker } from './frame-maker.ts';
import { createReel } from './reel.ts';
import { graphsOfRun } from './run-graphs.ts';

/** A machine that is none of ours: it loads a page, and tries again after a minute. */
const machine = setup({
  actors: { fetch: effect<{ url: string }, string>('fetch') },
}).createMachine({
  id: 'page',
  version: '1',
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'fetch',
        src: 'fetch',
        input: { url: '/' },
        onDone: 'shown',
        onError: 'waiting',
      },
    },
    waiting: { after: { 60000: 'loading' } },
    shown: { type: 'final' },
  },
});

let entries: readonly Entry[];

beforeAll(async () => {
  entries = await aRecording();
});

describe('the recorder with a system of somebody else', () => {
  it('makes frames from which every state can be shown', () => {
    const maker = createPackedFrameMaker({ logic: machine, describe: inWords });
    const reel = createReel();
    reel.add(entries.map((entry) => maker.next(entry)));
    const values = entries.map(
      ({ seq }) => (reel.stateAt(seq).actors as { value?: unknown }).value,
    );
    expect([...new Set(values)]).toEqual(['loading', 'waiting', 'shown']);
    expect(reel.machineOf('page')).toBe('page');
    expect(reel.problem).toBeNull();
  });

  it('has its charts', () => {
    expect(graphsOfRun(entries[0] as Entry, machine).map(({ id }) => id)).toEqual(['page']);
    expect(graphsOfRun(entries[0] as Entry)).toEqual([]);
  });

  it('tells its steps', () => {
    const maker = createFrameMaker({ logic: machine, describe: inWords });
    const steps = entries.flatMap((entry) => maker.next(entry).steps);
    const moves = steps.flatMap(({ actor, microsteps }) =>
      actor === 'page' ? microsteps.map(({ to }) => to) : [],
    );
    expect(moves).toEqual(['waiting', 'loading', 'shown']);
  });

  it('streams messages for the inspectors of Stately', () => {
    const encoder = createStatelyEncoder({ logic: machine });
    const messages = entries.flatMap((entry) => encoder.next(entry));
    const actors = messages.filter(({ type }) => type === '@xstate.actor');
    expect(actors.map(({ sessionId }) => sessionId)).toEqual([
      'page',
      'page/fetch#1',
      'page/fetch#2',
    ]);
  });
});

/** A recording in which the first try fails. */
async function aRecording(): Promise<readonly Entry[]> {
  const log = createMemoryLog();
  const clock = manualClock();
  let tries = 0;
  const host = createHost({
    logic: machine,
    log,
    run: 'page-1',
    clock,
    owner: { pid: 1, host: 'test' },
    runner: {
      run: async () => {
        tries += 1;
        if (tries === 1) throw new Error('offline');
        return 'the page';
      },
    },
    checkOutput: (_kind, output) => ({ ok: true, output: output as string }),
  });
  await host.begin({ type: 'init', machine: identityOf(machine), input: {}, magi: '0' });
  await quiet(20);
  clock.advance(60_000);
  await host.rest();
  return entriesOf(log, 'page-1');
}

function inWords({ in: input, note }: Entry) {
  return { type: input?.type ?? note?.type ?? '', actor: '', text: '' };
}
