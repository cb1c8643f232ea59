import { tmpdir } from 'node:os';
import { expect, it, vi } from 'vitest';
import { isAlive } from '../testing/is-alive.ts';
import { scriptedCommand } from '../testing/scripted-agents.ts';
import { type RunOptions, runProgram } from './run-program.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

it.each(['hang', 'ignore-term', 'hang-with-child', 'hang-with-daemon'])(
  'ends a program within its time limit, with everything it started: %s',
  async (behaviour) => {
    const run = await given(behaviour, { timeoutMs: 400, graceMs: 200 });
    expect(run).toMatchObject({ stopped: 'timeout', alive: [] });
  },
);

it('ends what a program leaves behind after it answered', async () => {
  const run = await given('leave-child-behind');
  expect(run).toMatchObject({ stopped: null, code: 0, alive: [] });
  expect(run.reaped).toHaveLength(1);
  expect(run.reaped.filter(isAlive)).toEqual([]);
});

it('ends a program that falls silent', async () => {
  expect(await given('hang', { idleTimeoutMs: 200 })).toMatchObject({ stopped: 'idle', alive: [] });
});

it('ends a program when the caller cancels', async () => {
  const controller = new AbortController();
  const run = given('hang', { signal: controller.signal });
  controller.abort();
  expect(await run).toMatchObject({ stopped: 'cancelled', alive: [] });
});

it('does not start a program that is cancelled already, or ends it at once', async () => {
  expect(await given('hang', { signal: AbortSignal.abort() })).toMatchObject({
    stopped: 'cancelled',
  });
});

it('stops a flood and keeps only the end of it', async () => {
  const run = await given('flood', { maxOutputBytes: 100_000 });
  expect(run.stopped).toBe('output-limit');
  expect(run.stdout.length).toBe(100_000);
  expect(run.outputBytes).toBeGreaterThan(800_000);
});

it('says that a program does not exist', async () => {
  const run = await runProgram(['no-such-program'], options({}));
  expect(run).toMatchObject({ spawnError: 'ENOENT', code: null });
});

it('does not mind a program that never reads its input', async () => {
  const run = await runProgram(
    [process.execPath, '-e', '0'],
    options({ input: 'x'.repeat(1 << 20) }),
  );
  expect(run).toMatchObject({ code: 0, stopped: null });
});

function given(behaviour: string, over: Partial<RunOptions> = {}) {
  return runProgram(scriptedCommand(behaviour), options(over));
}

function options(over: Partial<RunOptions>): RunOptions {
  return {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '' },
    input: '',
    timeoutMs: 20_000,
    idleTimeoutMs: 20_000,
    graceMs: 200,
    maxOutputBytes: 1 << 20,
    signal: new AbortController().signal,
    ...over,
  };
}
