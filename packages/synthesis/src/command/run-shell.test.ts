import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@magi/agents/testing';
import { describe, expect, it } from 'vitest';
import { runShell, type ShellRun } from './run-shell.ts';

describe('a shell command', () => {
  it('is heard to its last word, though another one kept the listener busy when it ended', async () => {
    let heard = '';
    const first = runShell('echo first', { ...quietly(), onOutput: () => busyFor(500) });
    const second = runShell('sleep 0.3; echo last', {
      ...quietly(),
      onOutput: (text) => {
        heard += text;
      },
    });
    // The end of the first is known, its output not yet read: the ends of both are noticed at once.
    busyFor(150);
    await second.then(() => expect(heard).toBe('last\n'));
    await first;
  });
  it('is heard in whole characters, however its output is cut', async () => {
    const { stdout } = await start(`printf '\\342'; sleep 0.2; printf '\\202\\254'`);
    expect(stdout).toBe('€');
  });
  it('reads what it is given', async () => {
    expect(await start('cat', { stdin: 'an order' })).toMatchObject({ stdout: 'an order' });
  });
  it('may leave unread what it is given', async () => {
    expect(await start('exit 0', { stdin: 'x'.repeat(1_000_000) })).toMatchObject({
      end: { kind: 'exited', code: 0 },
    });
  });
  it('ends with all that it started', async () => {
    const { read } = await start('sleep 60 & echo $! > pid');
    await expect.poll(async () => isAlive(Number(await read('pid')))).toBe(false);
  });
  it('is not waited for when a stranger holds its pipe', async () => {
    const { end, stdout } = await start('setsid sleep 8 & echo done');
    expect([end, stdout]).toEqual([{ kind: 'exited', code: 0, signal: null }, 'done\n']);
  });
  it('is ended when its time is over', async () => {
    const { end, read } = await start('sleep 60 & echo $! > pid; wait', { timeoutMs: 300 });
    expect(end).toEqual({ kind: 'timed-out' });
    await expect.poll(async () => isAlive(Number(await read('pid')))).toBe(false);
  });
  it('is ended though it ignores the request', async () => {
    const { end } = await start(`trap '' TERM; while :; do sleep 0.05; done`, {
      timeoutMs: 200,
      graceMs: 200,
    });
    expect(end).toEqual({ kind: 'timed-out' });
  });
  it('is ended when it is called off', async () => {
    const { end } = await start('sleep 60', { signal: AbortSignal.timeout(100) });
    expect(end).toEqual({ kind: 'aborted' });
  });
  it('is not started when it was called off before', async () => {
    const { end, read } = await start('echo > ran', { signal: AbortSignal.abort() });
    expect(end).toEqual({ kind: 'aborted' });
    await expect(read('ran')).rejects.toThrow('ENOENT');
  });
  it('is ended by a listener that has heard enough', async () => {
    const { end } = await start('yes', { limit: 10_000 });
    expect(end).toEqual({ kind: 'stopped', reason: 'too much' });
  });
  it('says why it cannot be started', async () => {
    const { end } = await start('true', { cwd: '/no/such/folder' });
    expect(end).toMatchObject({ kind: 'not-started', message: expect.stringContaining('ENOENT') });
  });
});

async function start(
  command: string,
  {
    limit = Number.POSITIVE_INFINITY,
    ...more
  }: Partial<ShellRun> & { readonly limit?: number } = {},
) {
  const cwd = await mkdtemp(join(tmpdir(), 'magi-shell-'));
  let stdout = '';
  const end = await runShell(command, {
    ...quietly(),
    cwd,
    onOutput(text, _from, stop) {
      stdout += text;
      if (stdout.length > limit) stop('too much');
    },
    ...more,
  });
  return { end, stdout, read: (name: string) => readFile(join(cwd, name), 'utf8') };
}

function quietly() {
  const { signal } = new AbortController();
  return { cwd: tmpdir(), env: { PATH: process.env.PATH ?? '' }, timeoutMs: 10_000, signal };
}

function busyFor(milliseconds: number): void {
  const end = Date.now() + milliseconds;
  while (Date.now() < end);
}
