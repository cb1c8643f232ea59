import type { EffectRunner, RunInput } from '@magi/contracts';
import { createMemoryLog, readEntries } from '@magi/event-log';
import { describe, expect, it } from 'vitest';
import { replay, replayEach } from '../replay/replay.ts';
import {
  aCompletedReview,
  aRunInput,
  manualClock,
  type Script,
  scriptedRunner,
} from '../testing/index.ts';
import { startRun } from './start-run.ts';

describe('a run', () => {
  it('converges when the panel finds nothing', async () => {
    const { end } = await run({}, { mode: 'review' });
    expect(end.state).toBe('finished');
    expect(end.view.terminal).toMatchObject({ outcome: 'converged', counts: { reviews: 1 } });
  });

  it('fixes what was found and reviews again', async () => {
    const { end, runner } = await run(failingUntilRound(2));
    expect(end.view.terminal).toMatchObject({
      outcome: 'converged',
      counts: { reviews: 2, attempts: 1 },
    });
    expect(runner.keys()).toEqual([
      'run/ground#1',
      'run/scan.core#1',
      'run/synthesis/fix#1',
      'run/synthesis/promote#1',
      'run/ground#2',
      'run/scan.core#2',
    ]);
  });
});

describe('replay', () => {
  it('gives the state of the live run after every entry', async () => {
    const { entries, end } = await run(failingUntilRound(3));
    replayEach(entries, (entry, after) => {
      const next = entries[entry.seq + 1];
      expect(after.stateHash).toBe(next?.onState ?? end.view.stateHash);
    });
    expect(replay(entries).view).toEqual(end.view);
  });
});

function failingUntilRound(last: number): Script {
  return {
    scan: ({ round, scanner, candidate }) =>
      aCompletedReview(scanner, candidate, round < last ? ['core_is_fine'] : []),
  };
}

async function run(script: Script, changes: Partial<RunInput> = {}) {
  const log = createMemoryLog();
  const runner = scriptedRunner(script);
  const handle = await startRun({ ...portsOf(runner), log, input: aRunInput(changes) });
  const end = await handle.done;
  const entries = [];
  for await (const { entry } of readEntries(log, 'r1')) entries.push(entry);
  return { end, runner, entries };
}

function portsOf(runner: EffectRunner) {
  return {
    runner,
    clock: manualClock(),
    run: 'r1',
    owner: { pid: 1, host: 'test' },
    magiVersion: '0.1.0',
  };
}
