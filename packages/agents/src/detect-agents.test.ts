import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { detectAgents } from './detect-agents.ts';
import { wallClock } from './testing/index.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

const bin = mkdtempSync(join(tmpdir(), 'magi-bin-'));
afterAll(() => rmSync(bin, { recursive: true }));

it('finds what is installed, its version, its transports and its key', async () => {
  program('gemini', 'echo "gemini 0.61.0"');
  expect(await detected('gemini', { GEMINI_API_KEY: 'k' })).toEqual({
    name: 'gemini',
    title: 'Gemini CLI',
    installed: true,
    version: '0.61.0',
    kinds: ['command', 'acp'],
    key: 'GEMINI_API_KEY',
    answers: 'not_asked',
  });
});

it('says how to install what is missing', async () => {
  expect(await detected('codex')).toMatchObject({
    installed: false,
    version: null,
    kinds: [],
    problem: 'not installed; npm install --global @openai/codex',
  });
});

it('offers the protocol only when the program that speaks it is there', async () => {
  program('claude', 'echo 2.1.197');
  expect(await detected('claude')).toMatchObject({ kinds: ['command'] });
  program('claude-agent-acp', 'true');
  expect(await detected('claude')).toMatchObject({ kinds: ['command', 'acp'] });
});

it('says so when a program does not even know its version', async () => {
  program('qwen', 'exit 1');
  expect(await detected('qwen')).toMatchObject({
    installed: true,
    version: null,
    problem: 'qwen --version did not answer; reinstall it',
  });
});

it('asks on demand, and reports why there was no answer', async () => {
  program('pi', 'case "$1" in --version) echo 0.73.1;; *) exit 7;; esac');
  const options = { env: environment({}), signal: new AbortController().signal, clock: wallClock };
  const agents = await detectAgents({ ...options, ask: true });
  expect(agents.find(({ name }) => name === 'pi')).toMatchObject({ answers: 'no' });
});

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

function environment(env: Readonly<Record<string, string>>) {
  return { PATH: `${bin}:/usr/bin:/bin`, HOME: bin, ...env };
}

async function detected(name: string, env: Readonly<Record<string, string>> = {}) {
  const agents = await detectAgents({
    env: environment(env),
    signal: new AbortController().signal,
    clock: wallClock,
  });
  return agents.find((agent) => agent.name === name);
}
