import type { EventLog } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { collect, event } from '../conformance/events.ts';
import { BIG_TEXT, done, INIT, record, timer } from '../conformance/recorded-run.ts';
import { createMemoryLog } from '../memory-log.ts';
import { purgeBlob } from '../retention/purge-blob.ts';
import { readEntries } from './read-entries.ts';

describe('readEntries', () => {
  it('gives a part by entry numbers, checked against the entry before it (L4)', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, timer('1'), timer('2'), timer('3'), timer('4')]);
    expect(await seqsOf(log, { from: 2, to: 3 })).toEqual([2, 3]);
    expect(await seqsOf(log, { from: 0, to: 0 })).toEqual([0]);
    expect(await seqsOf(log, { from: 4 })).toEqual([4]);
    expect(await seqsOf(log, { from: 5 })).toEqual([]);
  });

  it('gives the entries before a damage, then throws (L4)', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, timer('1'), timer('2'), timer('3')]);
    const damaged = tampered(log, (body) => body.replace('"2"', '"9"'));
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { entry } of readEntries(damaged, 'run')) seen.push(entry.seq);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'MAGI_LOG_CORRUPT' });
    expect(seen).toEqual([0, 1]);
  });

  it.each([
    ['no JSON', '{"v":1,', 'it is not JSON'],
    ['no object', '[1]', 'it is not an object'],
    ['against the schema', '{"v":1,"seq":0}', 'entry #0: at:'],
    [
      'of another place',
      '{"v":1,"seq":7,"at":"2026-01-01T00:00:00Z","run":"x","onState":null,"in":{"type":"timer","id":"t"}}',
      'it says that it is entry #7 of x',
    ],
    ['of a newer format', '{"v":2,"seq":0,"run":"run"}', 'reads up to 1'],
  ])('refuses a body that is %s', async (_what, body, message) => {
    const log = createMemoryLog();
    await log.append('run', [event(body)], 0);
    await expect(collect(readEntries(log, 'run'))).rejects.toThrow(message);
  });

  it('brings older entries into the newest format and leaves the stored bytes (L10)', async () => {
    const log = createMemoryLog();
    const old = JSON.stringify({
      v: 0,
      seq: 0,
      time: '2026-01-01T00:00:00Z',
      run: 'run',
      onState: null,
      in: { type: 'timer', id: 't' },
    });
    await log.append('run', [event(old)], 0);
    const upcasters = { 0: ({ time, ...rest }: Record<string, never>) => ({ ...rest, at: time }) };
    const [read] = await collect(readEntries(log, 'run', { upcasters: upcasters as never }));
    expect(read?.entry).toMatchObject({ v: 1, at: '2026-01-01T00:00:00Z' });
    expect(read?.body).toBe(old);
  });

  it('names a blob whose bytes are missing, and one that was purged with the reason (L8)', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, done(BIG_TEXT), done(`${BIG_TEXT}!`)]);
    const [first, second] = await blobsInOrder(log);
    await log.deleteBlob(first);
    await expect(collect(readEntries(log, 'run'))).rejects.toMatchObject({
      code: 'MAGI_LOG_BLOB_MISSING',
    });
    await purgeBlob(log, second, { at: '2026-02-01T00:00:00Z', reason: 'held a password' });
    await expect(collect(readEntries(log, 'run', { from: 2 }))).rejects.toThrow(
      'was purged on 2026-02-01T00:00:00Z: held a password',
    );
    expect(await collect(readEntries(log, 'run', { keepReferences: true }))).toHaveLength(3);
  });

  it('refuses a blob whose bytes have changed (L8)', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, done(BIG_TEXT)]);
    const damaged: EventLog = { ...log, getBlob: async () => Buffer.from('"short"') };
    await expect(collect(readEntries(damaged, 'run'))).rejects.toMatchObject({
      code: 'MAGI_LOG_CORRUPT',
    });
  });
});

async function seqsOf(log: EventLog, range: { from?: number; to?: number }): Promise<number[]> {
  return (await collect(readEntries(log, 'run', range))).map(({ entry }) => entry.seq);
}

async function blobsInOrder(log: EventLog): Promise<[string, string]> {
  const bodies = (await collect(log.read('run'))).slice(1).map(({ body }) => body);
  return bodies.map((body) => /"\$blob":"(\w+)"/.exec(body)?.[1]) as [string, string];
}

function tampered(log: EventLog, change: (body: string) => string): EventLog {
  return {
    ...log,
    async *read(stream, options) {
      for await (const stored of log.read(stream, options)) {
        yield { ...stored, body: change(stored.body) };
      }
    },
  };
}
