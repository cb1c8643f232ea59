import type { Entry, EventLog } from '@magi/contracts';
import { createMemoryLog, readEntries } from '@magi/event-log';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, setup } from 'xstate';
import { identityOf } from '../graph/identity.ts';
import { entriesOf, type ManualClock, manualClock, quiet } from '../testing/index.ts';
import { nestedMachine } from '../testing/nested-machine.ts';
import { createHost } from './create-host.ts';

describe('a system that is not ours', () => {
  it('is run, logged and taken up again by the same host', async () => {
    const log = createMemoryLog();
    const clock = manualClock();
    const first = hostOn(log, clock, failOnce());
    await first.begin({
      type: 'init',
      machine: identityOf(nestedMachine),
      input: {},
      magi: 'test',
    });
    await quiet(10);
    await first.ingest({ type: 'event', event: { type: 'pause' }, by: 'ann' });
    await first.interrupt();

    const second = hostOn(log, clock, failOnce());
    await second.resume(entries(log));
    await second.ingest({ type: 'event', event: { type: 'go on' }, by: 'ann' });
    await quiet(10);
    clock.advance(200);
    expect(await second.rest()).toBe('finished');
    expect(second.published().state.actors).toMatchObject({
      value: 'over',
      context: { reported: ['security', 'performance', 'core'] },
    });
    expect((await entriesOf(log, 'r1')).at(-1)?.note?.type).toBe('finished');
  });

  it('has failed when a machine throws', async () => {
    const machine = fragileMachine();
    const host = hostOn(createMemoryLog(), manualClock(), async () => 'ok', machine);
    await host.begin({ type: 'init', machine: identityOf(machine), input: {}, magi: 'test' });
    await host.ingest({ type: 'event', event: { type: 'touch' }, by: 'ann' });
    expect(await host.rest()).toBe('failed');
    expect(host.published().state.actors.error).toEqual({ name: 'Error', message: 'it broke' });
  });
});

type Work = () => Promise<string>;

function hostOn(
  log: EventLog,
  clock: ManualClock,
  work: Work,
  logic: AnyStateMachine = nestedMachine,
) {
  return createHost({
    logic,
    log,
    clock,
    run: 'r1',
    owner: { pid: 1, host: 'test' },
    runner: { run: work },
    checkOutput: (_kind, output) => ({ ok: true, output: output as string }),
  });
}

function fragileMachine() {
  return setup({
    actions: {
      break: () => {
        throw new Error('it broke');
      },
    },
  }).createMachine({ id: 'fragile', version: '1', on: { touch: { actions: 'break' } } });
}

/** The first piece of work fails, everything after it works. */
function failOnce(): Work {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls === 1) throw new Error('flaky');
    return 'ok';
  };
}

async function* entries(log: EventLog): AsyncGenerator<Entry> {
  for await (const { entry } of readEntries(log, 'r1')) yield entry;
}
