import type { AgentProfile } from '@magi/contracts';
import { describe, expect, it, vi } from 'vitest';
import { askOnce } from '../testing/ask-once.ts';
import { answering } from '../testing/model-server/replies.ts';
import { startModelServer } from '../testing/model-server/start-model-server.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

describe('a model without tools', () => {
  it.each([
    ['anthropic', '/v1'],
    ['openai', '/v1'],
    ['google', '/v1beta'],
    ['openai-compatible', '/v1'],
  ] as const)('answers over the wire of %s, with its usage', async (provider, path) => {
    const server = await startModelServer((request) => answering(request, { safe: true }));
    const answer = await askOnce(model(provider, server.url + path));
    expect(answer).toMatchObject({ status: 'ok', data: { safe: true } });
    expect(answer.cost.inputTokens).toBeGreaterThan(100);
    expect(answer.cost.outputTokens).toBeGreaterThan(5);
    await server.close();
  });

  it('is corrected with its own answer before it', async () => {
    const server = await startModelServer((request) =>
      request.index === 0 ? { say: '{"safe": "maybe"}' } : answering(request, { safe: true }),
    );
    const answer = await askOnce(model('openai-compatible', `${server.url}/v1`));
    expect(answer).toMatchObject({ status: 'ok', cost: { calls: 2 } });
    expect(server.requests[1]?.prompt).toContain('the answer could not be used');
    await server.close();
  });

  it('has not answered when it was cut off by its length limit', async () => {
    const server = await startModelServer(({ answerId }) => ({
      say: `{"answer_id":"${answerId}","answer":{"safe":true`,
      cut: true,
    }));
    const answer = await askOnce(model('openai-compatible', `${server.url}/v1`));
    expect(answer).toMatchObject({ status: 'incomplete', code: 'truncated', cost: { calls: 3 } });
    await server.close();
  });

  it('gets the schema in the prompt alone where a server knows no structured output', async () => {
    const server = await startModelServer((request) =>
      request.index === 0
        ? { status: 400, message: 'response_format json_schema is not supported' }
        : answering(request, { safe: true }),
    );
    const answer = await askOnce(model('openai-compatible', `${server.url}/v1`));
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
    const answer = await askOnce(model('openai-compatible', `http://127.0.0.1:${port}/v1`));
    expect(answer.status).toBe('failed');
    expect(elsewhere.requests).toHaveLength(0);
    redirect.close();
    await elsewhere.close();
  });
});

function model(
  provider: 'anthropic' | 'openai' | 'google' | 'openai-compatible',
  baseUrl: string,
): AgentProfile {
  return { kind: 'api', provider, model: 'scripted', baseUrl, apiKeyEnv: 'MODEL_KEY' };
}
