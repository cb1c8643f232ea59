import type { Finding } from '@magi/contracts';
import { expect, it, vi } from 'vitest';
import { createBreakerRegistry } from './budget/breaker.ts';
import { mergeWordings } from './merge-wordings.ts';
import { answering, startModelServer, unlimitedBudget, wallClock } from './testing/index.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

it('returns one message for a finding with several wordings, and asks about no other', async () => {
  const said = { wordings: [{ id: 'F1', message: 'Evaluates input of the user.' }] };
  const { messages, prompts } = await given(said, [
    finding('F1', 'eval of input', 'runs user input'),
    finding('F2', 'same words', 'same words'),
  ]);
  expect(messages).toEqual({ F1: 'Evaluates input of the user.' });
  expect(prompts).not.toContain('F2');
});

it('takes nothing but messages of findings that were asked about', async () => {
  const wordings = [
    { id: 'F1', message: 'fine', severity: 'info', check: 'x' },
    { id: 'F9', message: 'invented' },
    { id: 'F1b', message: '' },
  ];
  const { messages } = await given({ wordings, verdict: 'ACCEPT' }, [finding('F1', 'a', 'b')]);
  expect(messages).toEqual({ F1: 'fine' });
});

it('shows control characters as escapes and limits the length', async () => {
  const wordings = [{ id: 'F1', message: `\u001b[31m${'x'.repeat(5000)}` }];
  const { messages } = await given({ wordings }, [finding('F1', 'a', 'b')]);
  expect(messages.F1).toHaveLength(600);
  expect(messages.F1).toMatch(/^\\u\{1b\}\[31mxxx/);
});

it('changes nothing when the model fails', async () => {
  const { messages } = await given(null, [finding('F1', 'a', 'b')]);
  expect(messages).toEqual({});
});

async function given(said: unknown, findings: readonly Finding[]) {
  const server = await startModelServer((request) =>
    said === null ? { status: 400 } : answering(request, said),
  );
  const { messages } = await mergeWordings(
    { findings: [...findings] },
    {
      profile: {
        kind: 'api',
        provider: 'openai-compatible',
        model: 'm',
        baseUrl: `${server.url}/v1`,
      },
      cwd: '/',
      budget: unlimitedBudget(),
      breaker: createBreakerRegistry({ clock: wallClock }),
      sandbox: 'off',
      signal: new AbortController().signal,
      env: {},
    },
  );
  await server.close();
  return { messages, prompts: server.requests.map(({ prompt }) => prompt).join('\n') };
}

function finding(id: string, ...messages: readonly string[]): Finding {
  const digest = 'a'.repeat(64);
  return {
    id,
    fingerprint: digest,
    check: null,
    rule: 'r',
    severity: 'critical',
    gating: true,
    file: 'a.ts',
    line: 1,
    message: messages[0] ?? '',
    evidence: '',
    evidenceCheck: { status: 'unchecked' },
    origin: 'introduced',
    contentDigest: digest,
    voices: messages.map((message, index) => ({
      scanner: `s${index}`,
      rule: 'r',
      severity: 'critical',
      line: 1,
      message,
    })),
    agreement: 1,
  };
}
