import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { isAlive } from '../testing/is-alive.ts';
import { endLeftovers } from './end-leftovers.ts';
import { markedByPs, markedProcesses, runMark } from './living-processes.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

it('ends the programs of a run and what they started, and nobody else', async () => {
  const run = randomUUID();
  const [own, longer] = [await marked(run), await marked(`${run}-2`)];
  const found = await endLeftovers(run);
  expect(found).toContain(own);
  expect([isAlive(own), isAlive(longer)]).toEqual([false, true]);
});

it('ends by force what does not want to end', async () => {
  const run = randomUUID();
  const stubborn = await marked(run, "process.on('SIGTERM', () => {})");
  await endLeftovers(run);
  expect(isAlive(stubborn)).toBe(false);
});

it('finds nothing where nothing was left', async () => {
  expect(await endLeftovers(randomUUID())).toEqual([]);
});

it('knows them by ps as it does by /proc', async () => {
  const run = randomUUID();
  const own = await marked(run);
  expect([markedByPs(`${runMark}=${run}`), markedProcesses(runMark, run)]).toEqual([[own], [own]]);
});

/** A process that carries the mark of a run and waits. */
async function marked(run: string, first = ''): Promise<number> {
  const child = spawn(
    process.execPath,
    ['-e', `${first}; setInterval(() => {}, 1e6); console.log()`],
    {
      env: { PATH: process.env.PATH, [runMark]: run },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  started.push(child);
  await once(child.stdout, 'data');
  return child.pid ?? -1;
}
