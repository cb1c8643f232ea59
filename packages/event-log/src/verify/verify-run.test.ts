import type { EventLog, StoredEvent } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { BIG_TEXT, done, entriesOf, INIT, record, timer } from '../conformance/recorded-run.ts';
import { appendEntries } from '../entries/append-entries.ts';
import { createMemoryLog } from '../memory-log.ts';
import { verifyRun } from './verify-run.ts';

describe('verifyRun', () => {
  it('finds nothing in a whole run', async () => {
    expect(await verifyRun(await recorded(), 'run')).toEqual({
      ok: true,
      entries: 5,
      problems: [],
    });
  });

  it.each<[string, (events: StoredEvent[]) => StoredEvent[], object[]]>([
    [
      'an altered body',
      (events) => change(events, 1, { body: '{"v":1}' }),
      [{ kind: 'altered', seq: 1 }],
    ],
    [
      'an altered hash',
      (events) => change(events, 1, { hash: 'f'.repeat(64) }),
      [{ kind: 'broken-chain', seq: 1 }],
    ],
    [
      'an altered id of the last entry',
      (events) => change(events, 4, { id: 'other' }),
      [{ kind: 'altered', seq: 4 }],
    ],
    [
      'a type that the body does not have',
      (events) => change(events, 1, { type: 'done' }),
      [{ kind: 'altered', seq: 1 }],
    ],
    ['two missing entries', (events) => events.toSpliced(1, 2), [{ kind: 'gap', seq: 1 }]],
    ['a missing first entry', (events) => events.slice(1), [{ kind: 'gap', seq: 0 }]],
    ['a cut-off tail', (events) => events.slice(0, 3), [{ kind: 'cut-off', seq: 3 }]],
    [
      'an entry that stands there twice',
      (events) => events.toSpliced(2, 0, events[1] as StoredEvent),
      [{ kind: 'duplicate', seq: 1 }],
    ],
    [
      'two damages',
      (events) => change(events, 1, { body: '{}' }).toSpliced(3, 1),
      [
        { kind: 'altered', seq: 1 },
        { kind: 'gap', seq: 3 },
      ],
    ],
  ])('pinpoints %s', async (_what, damage, named) => {
    const { ok, problems } = await verifyRun(damaged(await recorded(), damage), 'run');
    expect(ok).toBe(false);
    expect(problems).toMatchObject(named);
  });

  it('only warns of a clock that was set back', async () => {
    const log = createMemoryLog();
    const [first, second, third] = entriesOf('run', [INIT, timer('1'), timer('2')]);
    const early = { ...second, at: '2020-01-01T00:00:00.000Z' };
    await appendEntries(log, 'run', [first, early, third] as never);
    expect(await verifyRun(log, 'run')).toMatchObject({
      ok: true,
      problems: [{ kind: 'clock-back', seq: 1, severity: 'warning' }],
    });
  });

  it('names an entry against its schema', async () => {
    const log = createMemoryLog();
    const event = { id: 'x', type: 'timer', at: '2026-01-01T00:00:00Z', body: '{"v":1}' };
    await log.append('run', [event], 0);
    expect((await verifyRun(log, 'run')).problems).toMatchObject([{ kind: 'schema', seq: 0 }]);
  });

  it('names the place where reading fails', async () => {
    const log = await recorded();
    const failing: EventLog = {
      ...log,
      async *read(stream, options) {
        yield* log.read(stream, { ...options, to: 2 });
        throw new Error('disk I/O error');
      },
    };
    const { problems } = await verifyRun(failing, 'run');
    expect(problems[0]).toMatchObject({ kind: 'unreadable', seq: 2, message: 'disk I/O error' });
  });

  it('names a blob that is gone', async () => {
    const log = await recorded();
    for await (const { sha256 } of log.listBlobs()) await log.deleteBlob(sha256);
    expect((await verifyRun(log, 'run')).problems).toMatchObject([
      { kind: 'blob-missing', seq: 2 },
    ]);
  });

  it('says that a run is not there', async () => {
    expect(await verifyRun(createMemoryLog(), 'run')).toMatchObject({
      ok: false,
      problems: [{ message: 'the log holds no run run' }],
    });
  });
});

async function recorded() {
  const log = createMemoryLog();
  await record(log, 'run', [INIT, timer('1'), done(BIG_TEXT), timer('3'), timer('4')]);
  return log;
}

function damaged(log: EventLog, damage: (events: StoredEvent[]) => StoredEvent[]): EventLog {
  return {
    ...log,
    async *read(stream, options) {
      const events: StoredEvent[] = [];
      for await (const event of log.read(stream, options)) events.push(event);
      yield* damage(events);
    },
  };
}

function change(
  events: readonly StoredEvent[],
  index: number,
  fields: Partial<StoredEvent>,
): StoredEvent[] {
  return events.map((event, at) => (at === index ? { ...event, ...fields } : event));
}
