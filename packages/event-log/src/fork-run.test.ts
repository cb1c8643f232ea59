import { describe, expect, it } from 'vitest';
import { collect } from './conformance/events.ts';
import { BIG_TEXT, done, entriesOf, INIT, record, timer } from './conformance/recorded-run.ts';
import { appendEntries } from './entries/append-entries.ts';
import { readEntries } from './entries/read-entries.ts';
import { forkRun } from './fork-run.ts';
import { createMemoryLog } from './memory-log.ts';
import { verifyRun } from './verify/verify-run.ts';

describe('forkRun', () => {
  it('begins a new run with the first entries of another and says where they come from', async () => {
    const log = await recorded();
    expect(await forkRun(log, 'run', 2, 'fork')).toMatchObject({ ok: true, value: { version: 3 } });
    const origin = (await collect(readEntries(log, 'run')))[2];
    const forked = (await collect(readEntries(log, 'fork'))).map(({ entry }) => entry);
    expect(forked[0]?.in).toMatchObject({ forkedFrom: { run: 'run', seq: 2, hash: origin?.hash } });
    expect(forked[2]).toEqual({ ...origin?.entry, run: 'fork' });
    expect(await verifyRun(log, 'fork')).toMatchObject({ ok: true, problems: [] });
  });

  it('goes its own way and leaves the first run as it was', async () => {
    const log = await recorded();
    const before = await collect(log.read('run'));
    await forkRun(log, 'run', 1, 'fork');
    await appendEntries(log, 'fork', entriesOf('fork', [timer('other')], 2));
    expect(await collect(log.read('run'))).toEqual(before);
    expect(await verifyRun(log, 'fork')).toMatchObject({ ok: true, entries: 3 });
  });

  it.each([-1, 4])('says that there is no entry #%i', async (at) => {
    expect(await forkRun(await recorded(), 'run', at, 'fork')).toMatchObject({
      error: { kind: 'no-such-entry' },
    });
  });

  it('says that the new run exists', async () => {
    const log = await recorded();
    await forkRun(log, 'run', 1, 'fork');
    expect(await forkRun(log, 'run', 1, 'fork')).toMatchObject({ error: { kind: 'exists' } });
  });
});

async function recorded() {
  const log = createMemoryLog();
  await record(log, 'run', [INIT, timer('1'), done(BIG_TEXT), timer('3')]);
  return log;
}
