import { describe, expect, it } from 'vitest';
import { replay, replayEach } from '../replay/replay.ts';
import { aCompletedReview, playRun, type Script } from '../testing/index.ts';

describe('a run', () => {
  it('converges when the panel finds nothing', async () => {
    const { end } = await playRun({}, { mode: 'review' });
    expect(end.state).toBe('finished');
    expect(end.view.terminal).toMatchObject({ outcome: 'converged', counts: { reviews: 1 } });
  });

  it('fixes what was found and reviews again', async () => {
    const { end, runner } = await playRun(failingUntilRound(2));
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
    const { entries, end } = await playRun(failingUntilRound(3));
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
