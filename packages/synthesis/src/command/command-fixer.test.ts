import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@magi/agents/testing';
import type { FixInput, FixReport } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { commandFixer } from './command-fixer.ts';

describe('command fixer', () => {
  it('works in the attempt worktree', async () => {
    const { report, read } = await running('echo mended > file.txt');
    expect([report.outcome, await read('file.txt')]).toEqual(['changed', 'mended\n']);
  });
  it('gets its order on stdin and in a file', async () => {
    const { read } = await running('cat > stdin.json; cp "$MAGI_WORK_ORDER" order.json');
    const [stdin, file] = [await read('stdin.json'), await read('order.json')];
    expect(stdin).toBe(file);
    expect(JSON.parse(stdin)).toMatchObject({ attempt: 1, constraints: [{ id: 'c1' }] });
  });
  it('sees nothing of the environment but what it was given', async () => {
    const { read } = await running('env > env.txt');
    expect(await read('env.txt')).not.toContain('npm_');
  });
  it('fails the attempt when the program exits with an error', async () => {
    const { report } = await running('echo broken >&2; exit 3');
    expect(report).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('code 3') });
  });
  it('ends a program that runs over its time, with all it started', async () => {
    const { report, read } = await running('sleep 60 & echo $! > pid; wait', 600);
    const pid = Number(await read('pid'));
    expect(report).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('600 ms') });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
  it('takes a conflict from the last line of the output', async () => {
    const conflict = {
      key: 'k',
      requiredProperty: 'p',
      conflictsWith: 'q',
      why: 'w',
      alternatives: [{ text: 'drop it', satisfies: false }],
    };
    const said = JSON.stringify({ outcome: 'conflict', conflicts: [conflict] });
    const { report } = await running(`echo thinking; echo '${said}'`);
    expect(report).toMatchObject({ outcome: 'conflict', conflicts: [{ key: 'k' }] });
  });
  it('hears the last line of a talkative program', async () => {
    const { report } = await running(
      `yes | head -c 3000000; echo; echo '{"outcome":"no_change","reason":"nothing to do"}'`,
    );
    expect(report).toMatchObject({ outcome: 'no_change', reason: 'nothing to do' });
  });
  it('does not believe a conflict without contents', async () => {
    const { report } = await running(`echo '{"outcome":"conflict"}'`);
    expect(report.outcome).toBe('failed');
  });
  it('does not believe a report that is no report', async () => {
    const { report } = await running(`echo '{"outcome":"splendid"}'`);
    expect(report).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('outcome') });
  });
});

async function running(command: string, timeoutMs = 10_000) {
  const worktree = await mkdtemp(join(tmpdir(), 'magi-fixer-'));
  await writeFile(join(worktree, 'file.txt'), 'broken\n');
  const fixer = commandFixer({ command, timeoutMs, env: { PATH: process.env.PATH ?? '' } });
  const report: FixReport = await fixer.fix(order(), {
    worktree,
    signal: new AbortController().signal,
    progress: () => {},
  });
  return { report, read: (name: string) => readFile(join(worktree, name), 'utf8') };
}

function order(): FixInput {
  const revision = { ref: 'HEAD', commit: null, tree: 't' };
  return {
    round: 1,
    attempt: 1,
    candidate: { request: { mode: 'worktree' }, base: revision, head: revision, files: [] },
    constraints: [
      { id: 'c1', key: 'k', check: null, findings: [], text: 'mend it', state: 'open' },
    ],
    findings: [],
    resolutions: [],
    isolation: 'worktree',
    commit: 'per_attempt',
  };
}
