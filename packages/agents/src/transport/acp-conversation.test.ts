import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { AskRequest } from '../ask-agent.ts';
import { askOnce, type Safe } from '../testing/ask-once.ts';
import { type AcpScript, scriptedAcpAgent } from '../testing/scripted-agents.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'magi-acp-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

function agent(script: AcpScript) {
  return { kind: 'acp' as const, command: scriptedAcpAgent(script) };
}

function ask(profile: Parameters<typeof askOnce>[0], over: Partial<AskRequest<Safe>> = {}) {
  return askOnce(profile, { cwd: folder, ...over });
}
