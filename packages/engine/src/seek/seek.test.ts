import type { EventLog } from '@magi/contracts';
import { createMemoryLog } from '@magi/event-log';
import { beforeAll, describe, expect, it } from 'vitest';
import { replay } from '../replay/replay.ts';
import { entriesOf, playRun } from '../testing/index.ts';
import { FILM_SCHEMA, FIRST_FILMED } from './film.ts';
import { seek } from './seek.ts';

const LENGTH = FIRST_FILMED + 400;
let long: { readonly log: EventLog; readonly entries: Awaited<ReturnType<typeof entriesOf>> };

beforeAll(async () => {
  long = await longRun();
});

describe('E16: seeking', () => {
  it('gives the state that replay gives, from a film that was made while the run went on', async () => {
    const film = await long.log.getSnapshot('r1', FILM_SCHEMA);
    expect(film).not.toBeNull();
    for (const at of [0, 5, FIRST_FILMED - 1, FIRST_FILMED, FIRST_FILMED + 123]) {
      expect(await seek({ log: long.log, run: 'r1', at })).toEqual(replay(long.entries, { at }));
    }
    expect(await seek({ log: long.log, run: 'r1' })).toEqual(replay(long.entries));
  });

  it('believes no film whose hash is not the one that the log names', async () => {
    const film = await long.log.getSnapshot('r1', FILM_SCHEMA);
    const forged = (film?.state ?? '').replaceAll('"scanning"', '"grounding"');
    await long.log.putSnapshot('r1', film?.version ?? 0, FILM_SCHEMA, forged);
    const at = FIRST_FILMED + 7;
    expect((await seek({ log: long.log, run: 'r1', at })).view.value.run).toBe('scanning');
  });

  it('makes a film of a run that has none', async () => {
    const log = createMemoryLog();
    for await (const event of long.log.read('r1')) {
      await log.append('r1', [event], event.version - 1);
    }
    expect(await log.getSnapshot('r1', FILM_SCHEMA)).toBeNull();
    const at = FIRST_FILMED + 300;
    const first = await seek({ log, run: 'r1', at });
    expect(await log.getSnapshot('r1', FILM_SCHEMA)).not.toBeNull();
    expect(await seek({ log, run: 'r1', at: at - 1 })).toEqual(
      replay(long.entries, { at: at - 1 }),
    );
    expect(first).toEqual(replay(long.entries, { at }));
  });

  it('refuses an entry that there is not', async () => {
    await expect(seek({ log: long.log, run: 'r1', at: 99_999 })).rejects.toMatchObject({
      code: 'MAGI_ENTRY_UNKNOWN',
    });
  });
});

/** A run that hears many events it does not know while it waits for its scanner. */
async function longRun() {
  const log = createMemoryLog();
  let review: (value: unknown) => void = () => undefined;
  await playRun(
    {
      scan: ({ scanner, candidate }) =>
        new Promise((resolve) => {
          review = () => resolve({ scanner: scanner.id, candidate });
        }),
    },
    { mode: 'review' },
    {
      log,
      meanwhile: async (handle) => {
        const sends = Array.from({ length: LENGTH - 8 }, (_, index) =>
          handle.send({ type: 'ping', index }, 'test'),
        );
        await Promise.all(sends);
        review(null);
      },
    },
  );
  return { log, entries: await entriesOf(log, 'r1') };
}
