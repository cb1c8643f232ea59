import { describe, expect, it } from 'vitest';
import type { Subject } from './describe-event-log.ts';
import { appendRacing, collect, events, takeFrom, upTo } from './events.ts';

export function tailLaws(subject: () => Promise<Subject>): void {
  describe('subscribe', () => {
    it('catches up, then gives each new event once and in order under four writers (L9)', async () => {
      const { log } = await subject();
      await log.append('run', events(5), 0);
      const tail = takeFrom(log, 45);
      const writers = upTo(4).map(async () => {
        for (const n of upTo(10)) await appendRacing(log, 'run', JSON.stringify({ n }));
      });
      await Promise.all(writers);
      expect((await tail).map(({ version }) => version)).toEqual(upTo(45));
    });

    it('goes on after a cursor without a gap (L9)', async () => {
      const { log } = await subject();
      await log.append('run', events(6), 0);
      const [, second] = await collect(log.readAll());
      const rest = await takeFrom(log, 4, { after: second?.pos as string });
      expect(rest.map(({ version }) => version)).toEqual([3, 4, 5, 6]);
    });

    it('gives one stream alone when asked to', async () => {
      const { log } = await subject();
      await log.append('a', events(1), 0);
      const tail = takeFrom(log, 3, { stream: 'a' });
      await log.append('b', events(3), 0);
      await log.append('a', events(2), 1);
      expect((await tail).map(({ stream, version }) => `${stream}${version}`)).toEqual([
        'a1',
        'a2',
        'a3',
      ]);
    });

    it('ends quietly when its signal aborts while nothing happens', async () => {
      const { log } = await subject();
      const stop = new AbortController();
      const ended = collect(log.subscribe({ signal: stop.signal }));
      stop.abort();
      expect(await ended).toEqual([]);
    });
  });
}
