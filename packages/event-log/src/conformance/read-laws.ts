import { describe, expect, it } from 'vitest';
import type { Subject } from './describe-event-log.ts';
import { collect, event, events, upTo } from './events.ts';

export function readLaws(subject: () => Promise<Subject>): void {
  describe('read', () => {
    it('gives nothing of a stream that does not exist', async () => {
      const { log } = await subject();
      expect(await collect(log.read('nothing'))).toEqual([]);
    });

    it.each([
      [{ from: 3 }, [3, 4, 5]],
      [{ to: 2 }, [1, 2]],
      [{ from: 2, to: 4 }, [2, 3, 4]],
      [{ from: 2, limit: 2 }, [2, 3]],
      [{ from: 6 }, []],
      [{ limit: 0 }, []],
    ])('gives the part %j of a stream', async (range, versions) => {
      const { log } = await subject();
      await log.append('run', events(5), 0);
      const part = await collect(log.read('run', range));
      expect(part.map(({ version }) => version)).toEqual(versions);
    });

    it('reads a stream that is longer than a page whole and in order (L1)', async () => {
      const { log } = await subject();
      await log.append('run', events(1300), 0);
      const all = await collect(log.read('run'));
      expect(all.map(({ version }) => version)).toEqual(upTo(1300));
      const cut = await collect(log.read('run', { from: 10, limit: 700 }));
      expect(cut.map(({ version }) => version)).toEqual(upTo(709).slice(9));
    });

    it('reads all streams in the order of their commits (L1)', async () => {
      const { log } = await subject();
      await log.append('b', events(2), 0);
      await log.append('a', events(1), 0);
      await log.append('b', events(1), 2);
      const all = await collect(log.readAll());
      expect(all.map(({ stream, version }) => `${stream}${version}`)).toEqual([
        'b1',
        'b2',
        'a1',
        'b3',
      ]);
    });

    it('reads on after a cursor, by types, up to a limit', async () => {
      const { log } = await subject();
      const [first, ...rest] = ['x', 'y', 'x', 'z', 'x'].map((type) => event('{}', { type }));
      await log.append('run', [first, ...rest] as (typeof rest)[number][], 0);
      const [start] = await collect(log.readAll({ limit: 1 }));
      const after = await collect(
        log.readAll({ after: start?.pos as string, types: ['x', 'z'], limit: 2 }),
      );
      expect(after.map(({ version, type }) => [version, type])).toEqual([
        [3, 'x'],
        [4, 'z'],
      ]);
    });

    it('gives back every field as it was appended', async () => {
      const { log } = await subject();
      const appended = event('{"deep":[1,{"a":null}]}', { type: 'done' });
      await log.append('run', [appended], 0);
      expect(await collect(log.read('run'))).toMatchObject([
        { ...appended, stream: 'run', version: 1 },
      ]);
    });

    it('lists streams by prefix, page by page, in byte order', async () => {
      const { log } = await subject();
      const names = ['run-b', 'run-a', 'other', 'run-é', 'run-😀', 'run-\uff5e', 'run-%', 'run_x'];
      for (const name of names) await log.append(name, events(1), 0);
      const listed: string[] = [];
      for (;;) {
        const last = listed.at(-1);
        const after = last === undefined ? {} : { after: last };
        const page = await collect(log.listStreams({ prefix: 'run-', limit: 2, ...after }));
        listed.push(...page.map(({ stream }) => stream));
        if (page.length < 2) break;
      }
      expect(listed).toEqual(['run-%', 'run-a', 'run-b', 'run-é', 'run-\uff5e', 'run-😀']);
    });

    it('forgets a deleted stream and lets its name begin again', async () => {
      const { log } = await subject();
      await log.append('gone', events(2), 0);
      await log.append('kept', events(1), 0);
      await log.putSnapshot('gone', 2, 'schema', '{}');
      await log.deleteStream('gone');
      expect(await collect(log.read('gone'))).toEqual([]);
      expect((await collect(log.listStreams())).map(({ stream }) => stream)).toEqual(['kept']);
      expect(await log.getSnapshot('gone', 'schema')).toBeNull();
      expect(await log.append('gone', events(1), 0)).toMatchObject({ version: 1 });
      const last = (await collect(log.readAll())).at(-1);
      expect(last?.stream).toBe('gone');
    });
  });
}
