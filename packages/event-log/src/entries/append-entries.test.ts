import { describe, expect, it } from 'vitest';
import { collect } from '../conformance/events.ts';
import {
  BIG_TEXT,
  done,
  type EntryBody,
  entriesOf,
  INIT,
  record,
  timer,
} from '../conformance/recorded-run.ts';
import { createMemoryLog } from '../memory-log.ts';
import { appendEntries } from './append-entries.ts';
import { readEntries } from './read-entries.ts';

describe('appendEntries', () => {
  it('stores several entries in one append, each under the type of its input or note', async () => {
    const log = createMemoryLog();
    const note: EntryBody = { note: { type: 'warning', code: 'slow', message: 'It is slow.' } };
    const { version } = await record(log, 'run', [INIT, timer('t'), note]);
    expect(version).toBe(3);
    const stored = await collect(log.read('run'));
    expect(stored.map(({ type }) => type)).toEqual(['init', 'timer', 'warning']);
  });

  it('hands back what every later reader will see (L13)', async () => {
    const log = createMemoryLog();
    const { entries } = await record(log, 'run', [INIT, done({ zero: -0, text: BIG_TEXT })]);
    const read = await collect(readEntries(log, 'run'));
    expect(read.map(({ entry }) => entry)).toEqual(entries);
  });

  it('lets one of two writers at the same number win (L2)', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT]);
    const next = (id: string) => appendEntries(log, 'run', entriesOf('run', [timer(id)], 1));
    const outcomes = await Promise.allSettled([next('a'), next('b')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['a gap in the numbers', entriesOf('run', [INIT]).concat(entriesOf('run', [timer('t')], 2))],
    ['an entry of another run', entriesOf('other', [INIT])],
  ])('refuses %s', async (_what, entries) => {
    await expect(appendEntries(createMemoryLog(), 'run', entries)).rejects.toMatchObject({
      code: 'MAGI_LOG_INVALID',
    });
  });

  it('refuses a run that is named like a stream of the log itself', async () => {
    await expect(record(createMemoryLog(), '$archive', [INIT])).rejects.toThrow(
      'a run cannot begin with `$`',
    );
  });

  it('refuses an entry against its schema and names the field', async () => {
    const entry = { ...entriesOf('run', [INIT])[0], at: 'yesterday' };
    await expect(appendEntries(createMemoryLog(), 'run', [entry as never])).rejects.toThrow(
      'entry #0: at:',
    );
  });

  it('refuses what is not strict JSON, names the path and stores nothing (L13)', async () => {
    const log = createMemoryLog();
    await expect(record(log, 'run', [INIT, done({ when: new Date(0) })])).rejects.toThrow(
      'entry #1.in.output.when is a Date instance',
    );
    expect(await collect(log.read('run'))).toEqual([]);
  });

  it('redacts every text before anything is stored, blobs included (L13)', async () => {
    const log = createMemoryLog();
    const secret = 'hunter2';
    const bodies: EntryBody[] = [
      INIT,
      done({ [`key ${secret}`]: [`a ${secret}`], long: `${BIG_TEXT}${secret}` }),
      { in: { type: 'fail', key: `run/${secret}#1`, error: { name: 'E', message: secret } } },
      { note: { type: 'warning', code: 'c', message: `saw ${secret}` } },
    ];
    const { entries } = await record(log, 'run', bodies, {
      redact: (text) => text.replaceAll(secret, '[secret]'),
    });
    expect(entries[1]?.in).toMatchObject({ output: { 'key [secret]': ['a [secret]'] } });
    expect(entries[2]?.in).toMatchObject({ error: { message: '[secret]' } });
    const stored = (await collect(log.read('run'))).map(({ body }) => body);
    for await (const { sha256 } of log.listBlobs()) {
      stored.push(Buffer.from((await log.getBlob(sha256)) ?? []).toString());
    }
    // The key of an effect belongs to the engine: redacting it would cut the result from its effect.
    expect(stored.filter((text) => text.includes(secret))).toHaveLength(1);
  });
});

describe('big payloads', () => {
  it('stand beside the log and come back as they were (L8)', async () => {
    const log = createMemoryLog();
    const event = { type: 'decided', text: BIG_TEXT };
    await record(log, 'run', [
      { in: { ...INIT.in, input: BIG_TEXT } } as EntryBody,
      done({ text: BIG_TEXT, list: [1, null] }),
      { in: { type: 'event', event, by: 'ann' } },
      { note: { type: 'stale', key: 'k', reason: 'late', output: [BIG_TEXT] } },
    ]);
    const stored = (await collect(log.read('run'))).map(({ body }) => body);
    expect(Math.max(...stored.map((body) => body.length))).toBeLessThan(500);
    expect(stored[2]).toContain('"event":{"type":"decided","$blob":"');
    const inputs = (await collect(readEntries(log, 'run'))).map(({ entry }) => entry);
    expect(inputs[0]?.in).toMatchObject({ input: BIG_TEXT });
    expect(inputs[1]?.in).toMatchObject({ output: { text: BIG_TEXT, list: [1, null] } });
    expect(inputs[2]?.in).toMatchObject({ event });
    expect(inputs[3]?.note).toMatchObject({ output: [BIG_TEXT] });
  });

  it('count from the limit on, in bytes of JSON', async () => {
    const log = createMemoryLog();
    await record(log, 'run', [INIT, done('é'.repeat(8191)), done('é'.repeat(8192))]);
    const bodies = (await collect(log.read('run'))).map(({ body }) => body);
    expect(bodies.map((body) => body.includes('$blob'))).toEqual([false, false, true]);
  });

  it('are never confused with a payload that looks like a reference (L8)', async () => {
    const log = createMemoryLog();
    const digest = await log.putBlob(Buffer.from('"somebody else\'s"'));
    const output = { $blob: digest, bytes: 17 };
    await record(log, 'run', [INIT, done(output)]);
    const [, read] = await collect(readEntries(log, 'run'));
    expect(read?.entry.in).toMatchObject({ output });
  });
});
