import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentProfile } from '@magi/contracts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type AskRequest, askAgent } from './ask-agent.ts';
import { createBreakerRegistry } from './budget/breaker.ts';
import {
  type AcpScript,
  answering,
  scriptedAcpAgent,
  scriptedCommand,
  startModelServer,
  unlimitedBudget,
  wallClock,
} from './testing/index.ts';

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
      const answer = await ask(program(how));
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
      expect(await ask(program(how))).toMatchObject({ status, code, cost: { calls } });
    },
  );

  it('keeps what was said when it cannot be used', async () => {
    const answer = await ask(program('prose'));
    expect(Buffer.from(answer.rawAnswer ?? []).toString()).toContain(
      'Everything looks fine to me.',
    );
    expect(answer.evidence.corrections).toHaveLength(3);
  });

  it('is told what was wrong before it is asked again', async () => {
    const prompts = await promptsOf(program('echo-prompt'));
    expect(prompts).toContain('the answer could not be used.');
    expect(prompts).toContain('answer.safe: Invalid input');
  });

  it('gets the prompt on standard input, never as an argument', async () => {
    const schema = z.object({ argv: z.array(z.string()) });
    const answer = await ask(program('environment'), { schema });
    expect(answer.status === 'ok' && answer.data.argv.join(' ')).not.toContain('magi task');
  });

  it('gets the prompt in a file where it wants one', async () => {
    const script = "console.log(require('fs').readFileSync(process.argv[1],'utf8').length)";
    const command = [process.execPath, '-e', script, '{promptFile}'];
    const answer = await ask({ kind: 'command', command });
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
    const answer = await ask(profile, { schema, env });
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
    const answer = await ask(profile, { env });
    expect(answer.evidence.stderrTail).toBe('key in use: [redacted:env]\n');
  });

  it('has failed when it changed what it reviewed, whatever it says', async () => {
    const target = join(folder, 'reviewed.txt');
    const integrity = async () => (existsSync(target) ? readFileSync(target, 'utf8') : '');
    const answer = await ask(program('write', target, '--answer', answerFile), { integrity });
    expect(answer).toMatchObject({ status: 'failed', code: 'tampered' });
  });

  it('that is missing is named, with what to check', async () => {
    const answer = await ask({ kind: 'command', command: ['no-such-agent'] });
    expect(answer).toMatchObject({ status: 'failed', code: 'not-installed' });
    expect(answer.status !== 'ok' && answer.reason).toContain('no-such-agent could not be started');
  });

  it('is not started without a sandbox that is required', async () => {
    const env = { PATH: '/nowhere' };
    const answer = await ask(program('good'), { sandbox: 'required', env });
    expect(answer).toMatchObject({
      status: 'refused',
      code: 'sandbox-unavailable',
      cost: { calls: 0 },
    });
  });
});

describe('an agent that speaks the protocol', () => {
  const edit = (path: string) => ({
    toolCallId: '1',
    kind: 'edit' as const,
    title: 'Write',
    locations: [{ path }],
  });

  it('is switched to the mode of its role', async () => {
    const script = { modes: ['auto', 'ask'], turns: [[{ answer: { safe: true }, usd: 0.25 }]] };
    const answer = await ask({ ...agent(script), mode: { review: 'ask' } });
    expect(answer).toMatchObject({ status: 'ok', cost: { usd: 0.25, calls: 1 } });
    expect(answer.evidence.agentVersion).toBe('1.2.3');
  });

  it.each([
    ['does not have the mode', { modes: ['auto'] }],
    ['has no modes at all', {}],
    ['only says that it switched', { modes: ['auto', 'ask'], ignoresMode: true as const }],
  ])('is not asked anything when it %s', async (_, script) => {
    const profile = agent({ ...script, turns: [[{ answer: { safe: true } }]] });
    const answer = await ask({ ...profile, mode: { review: 'ask' } });
    expect(answer).toMatchObject({ status: 'failed', code: 'profile' });
  });

  it('may not write as a reviewer, which is recorded', async () => {
    const path = join(folder, 'by-reviewer.txt');
    const turns = [[{ ask: edit(path), path, content: 'x' }, { answer: { safe: true } }]];
    const answer = await ask(agent({ turns }));
    expect(answer).toMatchObject({ status: 'ok' });
    expect(answer.evidence.refused).toEqual([{ kind: 'edit', title: 'Write', paths: [path] }]);
    expect(existsSync(path)).toBe(false);
  });

  it('may write as a fixer inside its worktree, and nowhere else', async () => {
    const inside = join(folder, 'by-fixer.txt');
    const outside = join(tmpdir(), `magi-outside-${process.pid}.txt`);
    const turns = [
      [
        { ask: edit(inside), path: inside, content: 'fixed' },
        { ask: edit(outside), path: outside, content: 'escaped' },
        { ask: edit('../escaped.txt'), path: outside, content: 'escaped' },
        { answer: { safe: true } },
      ],
    ];
    const answer = await ask(agent({ turns }), { role: 'fixer' });
    expect(readFileSync(inside, 'utf8')).toBe('fixed');
    expect(existsSync(outside)).toBe(false);
    expect(answer.evidence.refused.map(({ paths }) => paths)).toEqual([
      [outside],
      ['../escaped.txt'],
    ]);
  });

  it('corrects its answer in the same session', async () => {
    const turns = [[{ say: 'looks fine' }], [{ answer: { safe: true } }]];
    const answer = await ask(agent({ turns }));
    expect(answer).toMatchObject({ status: 'ok', cost: { calls: 2 } });
  });

  it.each([
    [
      'ends its turn with an error of the provider',
      [{ say: 'Error: 429 too many requests' }],
      'provider-error',
    ],
    ['declines', [{ stop: 'refusal' as const }], 'declined'],
    ['fails the request', [{ fail: 'status 500: overloaded' }], 'provider-error'],
    ['crashes', [{ crash: true as const }], 'crashed'],
  ])('has failed when it %s', async (_, turn, code) => {
    expect(await ask(agent({ turns: [turn] }))).toMatchObject({ status: 'failed', code });
  });

  it('wants a login: says which, and does not try', async () => {
    const answer = await ask(agent({ login: true, turns: [] }));
    expect(answer).toMatchObject({ status: 'failed', code: 'auth-required' });
    expect(answer.status !== 'ok' && answer.reason).toContain('Log in');
  });

  it('is ended when it hangs', async () => {
    const answer = await ask(agent({ turns: [[{ hang: true }]] }), { limits: { timeoutMs: 700 } });
    expect(answer).toMatchObject({ status: 'failed', code: 'timeout' });
  });
});

describe('a model without tools', () => {
  it.each([
    ['anthropic', '/v1'],
    ['openai', '/v1'],
    ['google', '/v1beta'],
    ['openai-compatible', '/v1'],
  ] as const)('answers over the wire of %s, with its usage', async (provider, path) => {
    const server = await startModelServer((request) => answering(request, { safe: true }));
    const answer = await ask(model(provider, server.url + path));
    expect(answer).toMatchObject({ status: 'ok', data: { safe: true } });
    expect(answer.cost.inputTokens).toBeGreaterThan(100);
    expect(answer.cost.outputTokens).toBeGreaterThan(5);
    await server.close();
  });

  it('is corrected with its own answer before it', async () => {
    const server = await startModelServer((request) =>
      request.index === 0 ? { say: '{"safe": "maybe"}' } : answering(request, { safe: true }),
    );
    const answer = await ask(model('openai-compatible', `${server.url}/v1`));
    expect(answer).toMatchObject({ status: 'ok', cost: { calls: 2 } });
    expect(server.requests[1]?.prompt).toContain('the answer could not be used');
    await server.close();
  });

  it('has not answered when it was cut off by its length limit', async () => {
    const server = await startModelServer(({ answerId }) => ({
      say: `{"answer_id":"${answerId}","answer":{"safe":true`,
      cut: true,
    }));
    const answer = await ask(model('openai-compatible', `${server.url}/v1`));
    expect(answer).toMatchObject({ status: 'incomplete', code: 'truncated', cost: { calls: 3 } });
    await server.close();
  });

  it('gets the schema in the prompt alone where a server knows no structured output', async () => {
    const server = await startModelServer((request) =>
      request.index === 0
        ? { status: 400, message: 'response_format json_schema is not supported' }
        : answering(request, { safe: true }),
    );
    const answer = await ask(model('openai-compatible', `${server.url}/v1`));
    expect(answer.status).toBe('ok');
    expect(server.requests).toHaveLength(2);
    await server.close();
  });

  it('is not followed to another address', async () => {
    const elsewhere = await startModelServer((request) => answering(request, { safe: true }));
    const { createServer } = await import('node:http');
    const redirect = createServer((_, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/v1/chat/completions` }).end();
    });
    await new Promise<void>((resolve) => redirect.listen(0, '127.0.0.1', resolve));
    const { port } = redirect.address() as { port: number };
    const answer = await ask(model('openai-compatible', `http://127.0.0.1:${port}/v1`));
    expect(answer.status).toBe('failed');
    expect(elsewhere.requests).toHaveLength(0);
    redirect.close();
    await elsewhere.close();
  });
});

it('gives nobody a secret that stands in what an agent answers', async () => {
  writeFileSync(join(folder, 'leak.json'), '{"text":"use AKIAABCDEFGHIJKLMNOP"}');
  const schema = z.object({ text: z.string() });
  const answer = await ask(program('good', '--answer', join(folder, 'leak.json')), { schema });
  expect(answer.status === 'ok' && answer.data.text).toBe('use [redacted:aws-key-id]');
  expect(Buffer.from(answer.rawAnswer ?? []).toString()).not.toContain('AKIA');
});

it('refuses a preset that does not exist', async () => {
  const answer = await ask({ kind: 'command', command: ['x'], preset: 'unheard-of' });
  expect(answer).toMatchObject({ status: 'refused', code: 'profile' });
});

function program(behaviour: string, ...args: readonly string[]) {
  const rest = args.length > 0 ? args : ['--answer', answerFile];
  return { kind: 'command' as const, command: scriptedCommand(behaviour, ...rest) };
}

function agent(script: AcpScript) {
  return { kind: 'acp' as const, command: scriptedAcpAgent(script) };
}

function model(
  provider: 'anthropic' | 'openai' | 'google' | 'openai-compatible',
  baseUrl: string,
): AgentProfile {
  return { kind: 'api', provider, model: 'scripted', baseUrl, apiKeyEnv: 'MODEL_KEY' };
}

async function promptsOf(profile: AgentProfile): Promise<string> {
  return Buffer.from((await ask(profile)).rawAnswer ?? []).toString();
}

function ask<Data = { readonly safe: boolean }>(
  profile: AgentProfile,
  over: Partial<AskRequest<Data>> = {},
) {
  return askAgent<Data>({
    profile,
    role: 'reviewer',
    prompt: { role: 'Reviewer', instructions: 'Is it safe?', data: [] },
    schema: z.object({ safe: z.boolean() }) as unknown as z.ZodType<Data>,
    cwd: folder,
    budget: unlimitedBudget(),
    breaker: createBreakerRegistry({ clock: wallClock, pauseMs: 1 }),
    sandbox: 'off',
    signal: new AbortController().signal,
    env: { PATH: process.env.PATH, HOME: folder, MODEL_KEY: 'dummy-key-for-tests' },
    limits: { timeoutMs: 20_000 },
    ...over,
  });
}
