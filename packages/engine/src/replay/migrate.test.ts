import type { Entry } from '@magi/contracts';
import { appendEntries, createMemoryLog } from '@magi/event-log';
import { describe, expect, it } from 'vitest';
import { aCompletedReview, playRun, resumeOn, type Script } from '../testing/index.ts';
import { migrate } from './migrate.ts';
import { replay } from './replay.ts';

describe('migration', () => {
  it('gives a log of the newest machine with the same end', async () => {
    const { entries, end } = await playRun(failing);
    const old = entries.map(asOldVersion);
    const { entries: migrated, leftAt } = migrate(old, 'new');
    expect(leftAt).toBeNull();
    expect(migrated[1]?.note).toMatchObject({ code: 'MIGRATED' });
    expect(replay(migrated).view.terminal).toEqual(end.view.terminal);
    expect(replay(migrated).stateHash).toBe(end.view.stateHash);
  });

  it('ends where the newest machine awaits something else, and says where', async () => {
    const { entries } = await playRun(failing);
    const strange = entries.map((entry) =>
      entry.in?.type === 'done' && entry.in.key === 'run/scan.core#1'
        ? { ...entry, in: { ...entry.in, key: 'run/reviewers/core#1' } }
        : entry,
    );
    const { entries: migrated, leftAt } = migrate(strange, 'new');
    expect(leftAt).toEqual({ seq: 4, type: 'done' });
    expect(replay(migrated).view.value.run).toBe('scanning');
  });

  it('gives a log that can be gone on with', async () => {
    const { entries } = await playRun(failing);
    const { entries: migrated } = migrate(entries.slice(0, 4).map(asOldVersion), 'new');
    const log = createMemoryLog();
    await appendEntries(log, 'new', migrated);
    const { end } = await resumeOn(failing, { log, run: 'new' });
    expect(end.view.terminal?.outcome).toBe('converged');
  });
});

const failing: Script = {
  scan: ({ scanner, candidate, round }) =>
    aCompletedReview(scanner, candidate, round < 2 ? ['core_is_fine'] : []),
};

function asOldVersion(entry: Entry): Entry {
  const onState = entry.onState === null ? null : 'e'.repeat(64);
  if (entry.in?.type !== 'init') return { ...entry, onState };
  const machine = { ...entry.in.machine, version: '0', graphHash: 'f'.repeat(64) };
  return { ...entry, in: { ...entry.in, machine } };
}
