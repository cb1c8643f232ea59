import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { type GitRun, runGit } from './git-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'magi-process-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('gives output, words on standard error and the exit code', async () => {
  const ran = await run(['-c', 'alias.x=!echo out; echo err >&2; exit 3', 'x']);
  expect(ran).toMatchObject({ ok: true, value: { code: 3, stderr: 'err\n' } });
  expect(ran.ok && ran.value.stdout.toString()).toBe('out\n');
});

it('ends everything that git started when the time is up', async () => {
  const ran = await run(sleeping('late'), { timeoutMs: 1000 });
  expect(ran).toMatchObject({ ok: false, error: { kind: 'timed-out' } });
  await gone('late');
});

it('ends everything that git started when it is cancelled', async () => {
  const stop = new AbortController();
  const running = run(sleeping('cancelled'), { signal: stop.signal });
  await vi.waitUntil(() => pidOf('cancelled') > 0, { timeout: 60_000 });
  stop.abort();
  await expect(running).resolves.toMatchObject({ ok: false, error: { kind: 'aborted' } });
  await gone('cancelled');
});

it('does not start when it is cancelled already', async () => {
  const ran = await run(sleeping('never'), { signal: AbortSignal.abort() });
  expect(ran).toMatchObject({ ok: false, error: { kind: 'aborted' } });
  expect(pidOf('never')).toBe(0);
});

it('stops reading output that makes no sense', async () => {
  const onOutput = () => {
    throw new Error('nonsense');
  };
  await expect(run(['version'], { onOutput })).resolves.toMatchObject({
    error: { kind: 'output-not-understood', message: expect.stringContaining('nonsense') },
  });
});

it('says so when there is no git', async () => {
  await expect(run(['version'], { env: { PATH: folder } })).resolves.toMatchObject({
    error: { kind: 'no-git' },
  });
});

function run(args: readonly string[], change: Partial<GitRun> = {}) {
  return runGit({ args, cwd: folder, env: process.env, timeoutMs: 60_000, ...change });
}

/** An alias whose shell leaves its number in a file and then waits. */
function sleeping(name: string): readonly string[] {
  return ['-c', `alias.x=!echo $$ > '${join(folder, name)}'; sleep 600`, 'x'];
}

function pidOf(name: string): number {
  try {
    return Number(readFileSync(join(folder, name), 'utf8'));
  } catch {
    return 0;
  }
}

/** A killed process may stay in the table until somebody reaps it, but it runs no more. */
async function gone(name: string): Promise<void> {
  const pid = pidOf(name);
  const isRunning = () => {
    try {
      process.kill(pid, 0);
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
    } catch {
      return false;
    }
  };
  await vi.waitUntil(() => pid === 0 || !isRunning(), { timeout: 60_000 });
}
