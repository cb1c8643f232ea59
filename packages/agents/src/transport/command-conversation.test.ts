import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { askOnce } from '../testing/ask-once.ts';
import { scriptedCommand } from '../testing/scripted-agents.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'magi-ask-'));
const answerFile = join(folder, 'answer.json');
writeFileSync(answerFile, '{"safe":true}');
afterAll(() => rmSync(folder, { recursive: true }));

describe('a program that answers on standard output', () => {
  it.each(['good', 'fenced', 'double-encoded'])(
    'is understood when its answer is %s',
    async (how) => {
      const answer = await askOnce(program(how));
      expect(answer).toMatchObject({ status: 'ok', data: { safe: true }, cost: { calls: 1 } });
    },
  );

  it.each([
    ['truncated', 'incomplete', 'truncated', 3],
    ['prose', 'incomplete', 'unparsable', 3],
    ['impostor', 'incomplete', 'unparsable', 3],
    ['twice', 'incomplete', 'unparsable', 3],
    ['silent', 'failed', 'empty', 3],
    ['crash', 'failed', 'crashed', 1],
    ['error-with-exit-0', 'failed', 'provider-error', 1],
  ])(
    'is no reviewer when its answer is %s: %s, %s after %i calls',
    async (how, status, code, calls) => {
      expect(await askOnce(program(how))).toMatchObject({ status, code, cost: { calls } });
    },
  );

  it('keeps what was said when it cannot be used', async () => {
    const answer = await askOnce(program('prose'));
    expect(Buffer.from(answer.rawAnswer ?? []).toString()).toContain(
      'Everything looks fine to me.',
    );
    expect(answer.evidence.corrections).toHaveLength(3);
  });

  it('is told what was wrong before it is asked again', async () => {
    const answer = await askOnce(program('echo-prompt'));
    const prompts = Buffer.from(answer.rawAnswer ?? []).toString();
    expect(prompts).toContain('the answer could not be used.');
    expect(prompts).toContain('answer.safe: Invalid input');
  });

  it('gets the prompt on standard input, never as an argument', async () => {
    const schema = z.object({ argv: z.array(z.string()) });
    const answer = await askOnce(program('environment'), { schema });
    expect(answer.status === 'ok' && answer.data.argv.join(' ')).not.toContain('magi task');
  });

  it('gets the prompt in a file where it wants one', async () => {
    const script = "console.log(require('fs').readFileSync(process.argv[1],'utf8').length)";
    const command = [process.execPath, '-e', script, '{promptFile}'];
    const answer = await askOnce({ kind: 'command', command });
    expect(
      Number(
        Buffer.from(answer.rawAnswer ?? [])
          .toString()
          .split('\n')[0],
      ),
    ).toBeGreaterThan(500);
  });

  it('sees an allow-list of the environment and a HOME that is gone afterwards', async () => {
    const schema = z.object({ env: z.record(z.string(), z.string()) });
    const profile = { ...program('environment'), env: ['MODEL_KEY'], set: { EXTRA: 'yes' } };
    const env = { PATH: process.env.PATH, MODEL_KEY: 'k-123', GITHUB_TOKEN: 'ghp', AWS_KEY: 'a' };
    const answer = await askOnce(profile, { schema, env });
    const seen = answer.status === 'ok' ? answer.data.env : {};
    expect(seen).toMatchObject({
      MODEL_KEY: 'k-123',
      EXTRA: 'yes',
      GIT_CONFIG_GLOBAL: '/dev/null',
    });
    expect(seen).not.toHaveProperty('GITHUB_TOKEN');
    expect(seen).not.toHaveProperty('AWS_KEY');
    expect(existsSync(String(seen.HOME))).toBe(false);
    expect(answer.evidence.home).toBe('throwaway');
  });

  it('cannot leak a known secret through its error output', async () => {
    const env = { PATH: process.env.PATH, SERVICE_TOKEN: 'very-private-value-1' };
    const profile = {
      ...program('leak-on-stderr', 'very-private-value-1', '--answer', answerFile),
    };
    const answer = await askOnce(profile, { env });
    expect(answer.evidence.stderrTail).toBe('key in use: [redacted:env]\n');
  });

  it('has failed when it changed what it reviewed, whatever it says', async () => {
    const target = join(folder, 'reviewed.txt');
    const integrity = async () => (existsSync(target) ? readFileSync(target, 'utf8') : '');
    const answer = await askOnce(program('write', target, '--answer', answerFile), { integrity });
    expect(answer).toMatchObject({ status: 'failed', code: 'tampered' });
  });

  it('that is missing is named, with what to check', async () => {
    const answer = await askOnce({ kind: 'command', command: ['no-such-agent'] });
    expect(answer).toMatchObject({ status: 'failed', code: 'not-installed' });
    expect(answer.status !== 'ok' && answer.reason).toContain('no-such-agent could not be started');
  });

  it('is not started without a sandbox that is required', async () => {
    const env = { PATH: '/nowhere' };
    const answer = await askOnce(program('good'), { sandbox: 'required', env });
    expect(answer).toMatchObject({
      status: 'refused',
      code: 'sandbox-unavailable',
      cost: { calls: 0 },
    });
  });
});

it('gives nobody a secret that stands in what an agent answers', async () => {
  writeFileSync(join(folder, 'leak.json'), '{"text":"use AKIAABCDEFGHIJKLMNOP"}');
  const schema = z.object({ text: z.string() });
  const answer = await askOnce(program('good', '--answer', join(folder, 'leak.json')), { schema });
  expect(answer.status === 'ok' && answer.data.text).toBe('use [redacted:aws-key-id]');
  expect(Buffer.from(answer.rawAnswer ?? []).toString()).not.toContain('AKIA');
});

it('refuses a preset that does not exist', async () => {
  const answer = await askOnce({ kind: 'command', command: ['x'], preset: 'unheard-of' });
  expect(answer).toMatchObject({ status: 'refused', code: 'profile' });
});

function program(behaviour: string, ...args: readonly string[]) {
  const rest = args.length > 0 ? args : ['--answer', answerFile];
  return { kind: 'command' as const, command: scriptedCommand(behaviour, ...rest) };
}
