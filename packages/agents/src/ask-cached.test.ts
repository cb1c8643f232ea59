import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { AskRequest } from './ask-agent.ts';
import { askCached } from './ask-cached.ts';
import { createBreakerRegistry } from './budget/breaker.ts';
import {
  answering,
  type ModelServer,
  startModelServer,
  unlimitedBudget,
  wallClock,
} from './testing/index.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

const schema = z.object({ value: z.number() });
let dir = '';
let server: ModelServer;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'magi-cache-'));
  server = await startModelServer((request) => answering(request, { value: request.index }));
});
afterEach(async () => {
  await server.close();
  rmSync(dir, { recursive: true });
});

it('asks an equal question once and says that the second answer is stored', async () => {
  expect(await answerTo('why?')).toBe(0);
  const again = await ask('why?');
  expect(again).toMatchObject({
    data: { value: 0 },
    cost: { calls: 0 },
    evidence: { cached: true },
  });
});

it('asks again for other text, another profile or another sample', async () => {
  await ask('why?');
  expect(await answerTo('how?')).toBe(1);
  expect(await answerTo('why?', { model: 'other' })).toBe(2);
  expect(await answerTo('why?', { sample: 2 })).toBe(3);
});

it('asks again on demand and keeps the new answer', async () => {
  await ask('why?');
  expect(await answerTo('why?', { fresh: true })).toBe(1);
  expect(await answerTo('why?')).toBe(1);
});

it('does not believe what somebody wrote into the folder', async () => {
  await ask('why?');
  const [file] = readdirSync(dir);
  writeFileSync(join(dir, file ?? ''), '{"value":"planted"}');
  expect(await answerTo('why?')).toBe(1);
});

it('stores no answer that could not be used', async () => {
  await server.close();
  server = await startModelServer(() => ({ say: 'no idea' }));
  expect(await ask('why?')).toMatchObject({ status: 'incomplete' });
  expect(readdirSync(dir)).toEqual([]);
});

type Variation = { readonly model?: string; readonly sample?: number; readonly fresh?: boolean };

async function answerTo(instructions: string, variation: Variation = {}): Promise<number | null> {
  const answer = await ask(instructions, variation);
  return answer.status === 'ok' ? answer.data.value : null;
}

function ask(instructions: string, { model = 'm', sample = 1, fresh = false }: Variation = {}) {
  const request: AskRequest<{ value: number }> = {
    profile: { kind: 'api', provider: 'openai-compatible', model, baseUrl: 'http://127.0.0.1' },
    role: 'reviewer',
    prompt: { role: 'r', instructions, data: [] },
    schema,
    cwd: dir,
    budget: unlimitedBudget(),
    breaker: createBreakerRegistry({ clock: wallClock }),
    sandbox: 'off',
    signal: new AbortController().signal,
    env: {},
  };
  // The port differs between runs, so that it must not be part of what is compared here.
  const profile = { ...request.profile, baseUrl: `${server.url}/v1` };
  return askCached({ ...request, profile } as typeof request, { dir, sample, fresh });
}
