import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Subject } from './describe-event-log.ts';
import { appendRacing, collect, event, events, upTo, versionsOf } from './events.ts';

export function appendLaws(subject: () => Promise<Subject>): void {
  describe('append', () => {
    it('stores events in order, numbered from 1 (L1)', async () => {
      const { log } = await subject();
      await log.append('run', events(2), 0);
      const head = await log.append('run', events(3), 2);
      expect(head.version).toBe(5);
      expect(await versionsOf(log, 'run')).toEqual(upTo(5));
    });

    it.each([0, 1, 3, 7])('refuses expected version %i of a stream at 2 (L2)', async (expected) => {
      const { log } = await subject();
      await log.append('run', events(2), 0);
      await expect(log.append('run', events(1), expected)).rejects.toMatchObject({
        code: 'MAGI_LOG_VERSION',
        actual: 2,
      });
      expect(await versionsOf(log, 'run')).toEqual([1, 2]);
    });

    it('leaves no stream behind when the first append expects another version (L2)', async () => {
      const { log } = await subject();
      await expect(log.append('run', events(1), 1)).rejects.toMatchObject({
        code: 'MAGI_LOG_VERSION',
      });
      expect(await collect(log.listStreams())).toEqual([]);
    });

    it('appends at whatever version the stream has when any is expected (L2)', async () => {
      const { log } = await subject();
      await log.append('run', events(1), 'any');
      await log.append('run', events(1), 'any');
      expect(await versionsOf(log, 'run')).toEqual([1, 2]);
    });

    it('stores nothing of a batch that holds an id of an earlier one (L2)', async () => {
      const { log } = await subject();
      const known = event();
      await log.append('one', [known], 0);
      await expect(
        log.append('two', [event(), { ...event(), id: known.id }], 0),
      ).rejects.toMatchObject({ code: 'MAGI_LOG_DUPLICATE' });
      expect(await versionsOf(log, 'two')).toEqual([]);
      expect(await log.append('two', events(1), 0)).toMatchObject({ version: 1 });
    });

    it('stores nothing of a batch that holds one id twice (L2)', async () => {
      const { log } = await subject();
      const twice = event();
      await expect(log.append('run', [twice, twice], 0)).rejects.toMatchObject({
        code: 'MAGI_LOG_DUPLICATE',
      });
      expect(await versionsOf(log, 'run')).toEqual([]);
    });

    it.each([
      ['an escaped NUL', '{"text":"a\\u0000b"}'],
      ['half a surrogate pair, escaped', '{"text":"\\ud800"}'],
      ['keys out of order', '{"b":1,"a":2,"10":3,"9":4}'],
      ['one key twice', '{"a":1,"a":2}'],
      ['numbers that JavaScript would write otherwise', '{"n":1.0e2,"big":12345678901234567890}'],
      ['space between tokens', '{ "a" :\t1 }'],
      ['emoji and combining marks', '{"text":"👩‍👩‍👧 e\u0301 \u202e"}'],
      ['a megabyte', JSON.stringify({ text: 'x€'.repeat(300_000) })],
    ])('gives back %s byte for byte (L3)', async (_what, body) => {
      const { log } = await subject();
      await log.append('run', [event(body)], 0);
      const [stored] = await collect(log.read('run'));
      expect(stored?.body === body).toBe(true);
    });

    it.each([
      ['an empty stream name', '', {}],
      ['a line break in a stream name', 'a\nb', {}],
      ['an empty id', 'run', { id: '' }],
      ['a line break in an id', 'run', { id: 'a\nb' }],
      ['a raw NUL in a body', 'run', { body: '{"a":"\0"}' }],
      ['half a surrogate pair in a body', 'run', { body: '{"a":"\ud800"}' }],
    ])('refuses %s: it could not be given back (L3)', async (_what, stream, fields) => {
      const { log } = await subject();
      await expect(log.append(stream, [event('{}', fields)], 0)).rejects.toMatchObject({
        code: 'MAGI_LOG_INVALID',
      });
    });

    it('chains every event to the one before it and to its place (L4)', async () => {
      const { log } = await subject();
      await log.append('run', events(3), 0);
      const { hash } = await log.append('run', events(1), 3);
      let previous = '0'.repeat(64);
      for await (const { version, id, body, hash: stored } of log.read('run')) {
        const bytes = `${previous}\nrun\n${version}\n${id}\n${body}`;
        previous = createHash('sha256').update(bytes).digest('hex');
        expect(stored).toBe(previous);
      }
      expect(hash).toBe(previous);
      expect(await collect(log.listStreams())).toMatchObject([{ version: 4, hash }]);
    });

    it('gives each version once to eight appenders that race (L1, L2)', async () => {
      const { log } = await subject();
      const appenders = upTo(8).map(async (appender) => {
        for (const n of upTo(5)) await appendRacing(log, 'run', JSON.stringify({ appender, n }));
      });
      await Promise.all(appenders);
      expect(await versionsOf(log, 'run')).toEqual(upTo(40));
    });

    it('lets exactly one of eight first appends win (L2)', async () => {
      const { log } = await subject();
      const outcomes = await Promise.allSettled(upTo(8).map(() => log.append('run', events(1), 0)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await versionsOf(log, 'run')).toEqual([1]);
    });
  });
}
