import type { TrainingInput } from '@magi/contracts';
import { createMemoryLog } from '@magi/event-log';
import { expect, it } from 'vitest';
import { startTraining } from '../run/start-run.ts';
import { manualClock, type Script, scriptedRunner } from '../testing/index.ts';

const proposal = { id: 'retire-x-1' };

it('waits for approval before it writes anything', async () => {
  const { handle, runner } = await training({ study: proposing });
  expect((await handle.done).state).toBe('parked');
  expect(runner.keys().some((key) => key.includes('upgrade'))).toBe(false);
});

it('upgrades what a person approved', async () => {
  const { handle } = await training({ study: proposing });
  await handle.done;
  await handle.send({ type: 'approval.given', proposal: proposal.id, by: 'someone' }, 'someone');
  expect((await handle.done).view.terminal).toMatchObject({
    outcome: 'converged',
    reason: 'upgraded',
  });
});

it('ignores an approval of what was never proposed', async () => {
  const { handle } = await training({ study: proposing });
  await handle.done;
  await handle.send({ type: 'approval.given', proposal: 'other', by: 'someone' }, 'someone');
  expect((await handle.done).state).toBe('parked');
});

it('ends when nothing reaches the bar', async () => {
  const { handle } = await training({});
  expect((await handle.done).view.terminal?.reason).toBe('nothing_proposed');
});

it('takes an upgrade back without mining again', async () => {
  const { handle, runner } = await training(
    {},
    { mode: 'revert', revert: { proposal: 'p', run: 'r' } },
  );
  expect((await handle.done).view.terminal?.reason).toBe('reverted');
  expect(runner.keys()).toEqual(['training/upgrade#1']);
});

it('says which step broke', async () => {
  const { handle } = await training({
    mine: () => {
      throw new Error('no such file');
    },
  });
  expect((await handle.done).view.terminal).toMatchObject({
    outcome: 'blocked',
    reason: 'mining_failed',
    message: 'no such file',
  });
});

function proposing() {
  return { scorecards: [], proposals: [proposal] };
}

async function training(script: Script, input: Partial<TrainingInput> = {}) {
  const runner = scriptedRunner(script);
  const handle = await startTraining({
    log: createMemoryLog(),
    runner,
    clock: manualClock(),
    run: 'training-1',
    owner: { pid: 1, host: 'here' },
    magiVersion: '0',
    input: {
      mode: 'propose',
      protocol: { id: 'training' },
      sources: { runs: true, feedback: [], reviews: [], history: [], component: null },
      ...input,
    },
  });
  return { handle, runner };
}
