import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBreakerRegistry } from '@magi/agents';
import {
  answering,
  type ModelServer,
  scriptedAcpAgent,
  scriptedCommand,
  startModelServer,
  unlimitedBudget,
  wallClock,
} from '@magi/agents/testing';
import type { AgentProfile, FixInput, FixReport } from '@magi/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agentFixer } from './agent-fixer.ts';
import type { FixAnswer } from './fix-answer.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

let worktree: string;
let server: ModelServer | null = null;
beforeEach(() => {
  worktree = mkdtempSync(join(tmpdir(), 'magi-agent-fixer-'));
  writeFileSync(join(worktree, 'a.ts'), 'one\ntwo\n');
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(worktree, { recursive: true, force: true });
});

describe('an agent with tools', () => {
  it('works in the attempt worktree and says what became of each finding', async () => {
    const path = join(worktree, 'a.ts');
    const edit = {
      toolCallId: '1',
      kind: 'edit',
      title: 'Edit a.ts',
      locations: [{ path }],
    } as const;
    const report = await mendedBy({
      kind: 'acp',
      command: scriptedAcpAgent({
        turns: [[{ ask: edit, path, content: 'mended\n', usd: 0.5 }, { answer: done }]],
      }),
    });
    expect(report).toMatchObject({
      outcome: 'changed',
      reason: 'Mended it.',
      dispositions: [{ fingerprint: 'f'.repeat(64), value: 'fixed', by: 'agent:robot' }],
      cost: { calls: 1, usd: 0.5 },
    });
    expect(text()).toBe('mended\n');
  });

  it('may not write outside of it', async () => {
    const outside = `${worktree}-outside.txt`;
    const edit = {
      toolCallId: '1',
      kind: 'edit',
      title: 'Edit',
      locations: [{ path: outside }],
    } as const;
    await mendedBy({
      kind: 'acp',
      command: scriptedAcpAgent({
        turns: [[{ ask: edit, path: outside, content: 'x' }, { answer: done }]],
      }),
    });
    expect(() => readFileSync(outside)).toThrow('ENOENT');
  });

  it.each([
    ['crash', /^crashed: /],
    ['prose', /^unparsable: /],
    ['impostor', /^unparsable: /],
  ])('that answers with %s has failed', async (behaviour, reason) => {
    const report = await mendedBy({ kind: 'command', command: scriptedCommand(behaviour) });
    expect(report).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(reason) });
  });

  it('names what it cannot do without breaking a decision', async () => {
    const report = await saying({ ...done, outcome: 'conflict', conflicts: [conflictAbout('c1')] });
    expect(report).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ key: 'key-of-c1', requiredProperty: 'p', alternatives: [{ text: 'drop it' }] }],
    });
  });

  it.each([
    ['without contents', []],
    ['about a constraint that it was not given', [conflictAbout('c7')]],
  ])('is not believed a conflict %s', async (_what, conflicts) => {
    const report = await saying({ ...done, outcome: 'conflict', conflicts });
    expect(report.outcome).toBe('failed');
  });
});

describe('a model without tools', () => {
  it('gives edits, which are applied', async () => {
    const report = await edited([
      { file: 'a.ts', search: 'two', replace: '2' },
      { file: 'new/b.ts', search: '', replace: 'three\n' },
    ]);
    expect([report.outcome, text(), readFileSync(join(worktree, 'new/b.ts'), 'utf8')]).toEqual([
      'changed',
      'one\n2\n',
      'three\n',
    ]);
  });

  it.each([
    ['text that is not there', { file: 'a.ts', search: 'nine', replace: '9' }],
    ['text that is there twice', { file: 'a.ts', search: '\n', replace: '0' }],
    ['a file that is there already', { file: 'a.ts', search: '', replace: 'x' }],
    ['a path outside', { file: '../b.ts', search: '', replace: 'x' }],
    ['the git folder', { file: '.git/config', search: '', replace: 'x' }],
    ['a link', { file: 'link/b.ts', search: '', replace: 'x' }],
  ])('changes nothing when an edit is about %s', async (_what, edit) => {
    symlinkSync(tmpdir(), join(worktree, 'link'));
    const report = await edited([{ file: 'a.ts', search: 'one', replace: '1' }, edit]);
    expect([report.outcome, text()]).toEqual(['failed', 'one\ntwo\n']);
  });
});

const done: FixAnswer = {
  outcome: 'changed',
  summary: 'Mended it.',
  dispositions: [
    { finding: 'finding-1', value: 'fixed', reason: 'it is gone' },
    { finding: 'finding-9', value: 'declined', reason: 'nobody asked' },
  ],
  conflicts: [],
};

function conflictAbout(constraint: string): FixAnswer['conflicts'][number] {
  return {
    constraint,
    required_property: 'p',
    conflicts_with: 'q',
    why: 'w',
    alternatives: [{ text: 'drop it', satisfies: false, cost: null }],
  };
}

function text(): string {
  return readFileSync(join(worktree, 'a.ts'), 'utf8');
}

function saying(answer: FixAnswer): Promise<FixReport> {
  const file = join(worktree, '..', `${worktree.split('/').at(-1)}.json`);
  writeFileSync(file, JSON.stringify(answer));
  return mendedBy({ kind: 'command', command: scriptedCommand('good', '--answer', file) }).finally(
    () => rmSync(file),
  );
}

async function edited(edits: NonNullable<FixAnswer['edits']>): Promise<FixReport> {
  server = await startModelServer((request) => answering(request, { ...done, edits }));
  return mendedBy({
    kind: 'api',
    provider: 'openai-compatible',
    model: 'scripted',
    baseUrl: `${server.url}/v1`,
  });
}

function mendedBy(profile: AgentProfile): Promise<FixReport> {
  return agentFixer({
    name: 'robot',
    profile,
    budget: unlimitedBudget(),
    breaker: createBreakerRegistry({ clock: wallClock }),
    sandbox: 'off',
    env: { PATH: process.env.PATH },
  }).fix(order(), { worktree, signal: new AbortController().signal, progress: () => {} });
}

function order(): FixInput {
  const revision = { ref: 'HEAD', commit: null, tree: 't' };
  return {
    round: 1,
    attempt: 1,
    candidate: {
      request: { mode: 'worktree' },
      base: revision,
      head: revision,
      files: [],
      goal: 'count to two',
    },
    constraints: [
      { id: 'c1', key: 'key-of-c1', check: null, findings: [], text: 'mend it', state: 'open' },
    ],
    findings: [
      {
        id: 'finding-1',
        check: null,
        rule: 'rule',
        severity: 'critical',
        gating: true,
        file: 'a.ts',
        line: 2,
        message: 'two is a word',
        evidence: 'two',
        evidenceCheck: { status: 'exact' },
        origin: 'introduced',
        agreement: 1,
        fingerprint: 'f'.repeat(64),
        contentDigest: 'd'.repeat(64),
        voices: [],
      },
    ],
    resolutions: [],
    isolation: 'worktree',
    commit: 'per_attempt',
  };
}
