import type { EventLog } from '@magi/contracts';
import { createMemoryLog } from '@magi/event-log';
import { describe, expect, it } from 'vitest';
import { startRun } from '../run/start-run.ts';
import {
  aCompletedReview,
  aRunInput,
  entriesOf,
  manualClock,
  playRun,
  quiet,
  resumeOn,
  type Script,
  scriptedRunner,
} from '../testing/index.ts';

describe('E7: one writer', () => {
  it('refuses a second one and says who the first is', async () => {
    const log = createMemoryLog();
    await playRun(
      { scan: () => new Promise(() => undefined) },
      {},
      {
        log,
        meanwhile: async (handle) => {
          await expect(resumeOn({}, { log })).rejects.toMatchObject({
            code: 'MAGI_RUN_BUSY',
            message: expect.stringContaining('1@test'),
            exitCode: 5,
          });
          await handle.interrupt();
        },
      },
    );
  });

  it('hands a run over when its owner is gone, with a new epoch', async () => {
    const clock = manualClock();
    const log = createMemoryLog({ now: clock.now });
    const died = await abandoned(log, clock);
    clock.set(clock.now() + 60_000);
    const { entries, end } = await resumeOn({}, { log, clock });
    expect(end.state).toBe('finished');
    expect(entries.find(({ note }) => note?.type === 'resumed')?.note).toMatchObject({ epoch: 2 });
    await expect(died.send({ type: 'hello' }, 'ghost')).rejects.toMatchObject({
      code: 'MAGI_LOG_FENCED',
    });
    expect((await entriesOf(log, 'r1')).length).toBe(entries.length);
  });

  it('has what the last owner left running cleared away before anything goes on', async () => {
    const clock = manualClock();
    const log = createMemoryLog({ now: clock.now });
    await abandoned(log, clock);
    clock.set(clock.now() + 60_000);
    const order: string[] = [];
    const takenOver = async () => void order.push('cleared');
    const scan: Script['scan'] = ({ scanner, candidate }) => {
      order.push('scan');
      return aCompletedReview(scanner, candidate);
    };
    await resumeOn({ scan }, { log, clock, ports: { takenOver } });
    expect(order).toEqual(['cleared', 'scan']);
  });

  it('clears nothing away while another process owns the run, or when it has ended', async () => {
    const log = createMemoryLog();
    const cleared: string[] = [];
    const takenOver = async () => void cleared.push('cleared');
    await playRun(
      { scan: () => new Promise(() => undefined) },
      {},
      {
        log,
        meanwhile: async (handle) => {
          await resumeOn({}, { log, ports: { takenOver } }).catch(() => undefined);
          await handle.interrupt();
        },
      },
    );
    await resumeOn({}, { log });
    await resumeOn({}, { log, ports: { takenOver } });
    expect(cleared).toEqual([]);
  });

  it('lets go when the run has come to rest', async () => {
    const log = createMemoryLog();
    await playRun(failing, {}, { log });
    expect(await log.holder('r1')).toBeNull();
  });
});

describe('E9: a timer', () => {
  it('keeps its deadline over a restart', async () => {
    const clock = manualClock();
    const log = createMemoryLog({ now: clock.now });
    await abandoned(log, clock);
    clock.set(clock.now() + 20_000);
    const { end } = await resumeOn(hanging, {
      log,
      clock,
      meanwhile: async (handle) => {
        expect(handle.view().timers[0]?.dueAt).toBe('2026-01-01T12:01:00.000Z');
        clock.advance(39_999);
        await quiet();
        expect(handle.view().value.run).toBe('scanning');
        clock.advance(1);
      },
    });
    expect(end.view.context.reviews[0]?.reason).toContain('time-out');
  });

  it('that fell due while nobody ran fires once, at once', async () => {
    const clock = manualClock();
    const log = createMemoryLog({ now: clock.now });
    await abandoned(log, clock);
    clock.set(clock.now() + 3_600_000);
    const { entries } = await resumeOn(hanging, {
      log,
      clock,
      meanwhile: async () => clock.advance(0),
    });
    expect(entries.filter(({ in: input }) => input?.type === 'timer')).toHaveLength(1);
  });
});

describe('a clock that is set back', () => {
  it('is told once; entries never go back in time', async () => {
    const { entries } = await playRun(
      hanging,
      {},
      {
        meanwhile: async (handle, clock) => {
          await quiet(10);
          clock.set(clock.now() - 5000);
          await handle.send({ type: 'one' }, 'ann');
          await handle.abort('enough', 'ann');
        },
      },
    );
    const times = entries.map(({ at }) => at);
    expect([...times].sort()).toEqual(times);
    const warnings = entries.filter(({ note }) => note?.type === 'warning');
    expect(warnings.map(({ note }) => note)).toMatchObject([{ code: 'CLOCK_SET_BACK' }]);
  });
});

describe('an interrupted run', () => {
  it('keeps what was answered, starts nothing more and can be resumed', async () => {
    const log = createMemoryLog();
    const { end } = await playRun(
      hanging,
      {},
      { log, meanwhile: (handle) => quiet(10).then(() => handle.interrupt()) },
    );
    expect(end.state).toBe('interrupted');
    const resumed = await resumeOn({}, { log });
    expect(resumed.end.state).toBe('finished');
    expect(resumed.runner.keys()).toEqual(['run/scan.core#1']);
  });
});

const failing: Script = {
  scan: ({ scanner, candidate }) => aCompletedReview(scanner, candidate, ['core_is_fine']),
};

const hanging: Script = { scan: () => new Promise(() => undefined) };

/** A run whose process hangs in a scan and never comes back. */
async function abandoned(log: EventLog, clock: ReturnType<typeof manualClock>) {
  const handle = await startRun({
    log,
    clock: { ...clock, setTimeout: () => undefined },
    runner: scriptedRunner(hanging),
    run: 'r1',
    owner: { pid: 1, host: 'test' },
    magiVersion: '0.1.0',
    input: aRunInput(),
  });
  await quiet(10);
  return handle;
}
