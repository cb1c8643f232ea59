import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answering, type ModelScript, startModelServer } from '@magi/agents/testing';
import type { ReviewOutput } from '@magi/contracts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magi, magiJson, start, until } from './cli.ts';
import { harmlessProject } from './projects.ts';

const cleanups: (() => unknown)[] = [];
beforeAll(ensureBuilt, 120_000);
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const persona: { checklist: object } = JSON.parse(
  readFileSync(
    new URL('../../../packages/scanners/personas/security.json', import.meta.url),
    'utf8',
  ),
);
const checks = Object.fromEntries(Object.keys(persona.checklist).map((check) => [check, true]));
const clean = { checks, findings: [], findings_count: 0, verdict: 'ACCEPT' };
const remark = {
  check: null,
  rule: 'naming',
  severity: 'low',
  file: 'src/count.ts',
  line: '2',
  end_line: null,
  message: 'says little',
  evidence: 'export function count(names: readonly string[]): number {',
  suggestion: null,
};
const agents = (names: readonly string[]) => ['--scanners', names.join(',')];
const change = ['review', '--commit', 'HEAD'];

describe('a review by models', { timeout: 120_000 }, () => {
  it('says what each of them has cost, also in the status of the run', async () => {
    const project = await given(['one', 'two'], (request) => answering(request, clean));
    const { code, json } = await magiJson<ReviewOutput>(project.dir, [
      ...change,
      ...agents(['one', 'two']),
    ]);
    expect([code, json.verdict]).toEqual([0, 'ACCEPT']);
    expect(json.costs).toMatchObject({ one: { calls: 1 }, two: { calls: 1 } });
    const printed = await magi(project.dir, ['resume', 'last']);
    expect(printed.stdout).toMatch(
      /^Cost\n {2}one {4}1 call, [\d,]+ tokens read, [\d,]+ written$/m,
    );
    expect(printed.stdout).toMatch(/^ {2}total {2}2 calls, /m);
    const status = await magi(project.dir, ['status']);
    expect(status.stdout).toMatch(/^Cost\n {2}one +1 call, /m);
  });

  it('gives each of five its share of ten calls, and says in a type what was left out', async () => {
    const names = ['a1', 'a2', 'a3', 'a4', 'a5'];
    // Each answers with nonsense, which costs three calls where there are enough.
    const project = await given(names, () => ({ say: 'Looks fine to me.' }));
    const { code, json } = await magiJson<ReviewOutput>(project.dir, [
      ...[...change, ...agents(names), '--budget-calls', '10'],
    ]);
    expect([code, project.server.requests.length]).toEqual([6, 10]);
    expect(names.map((name) => json.costs[name]?.calls)).toEqual([2, 2, 2, 2, 2]);
    expect(json.incomplete.map(({ code: why }) => why)).toEqual(names.map(() => 'budget'));
  });

  it('ends a loop whose agents have used the budget up with exit 6, too', async () => {
    const project = await given(['one', 'two'], () => ({ say: 'Fine.' }));
    project.git('add', '--all');
    project.git('commit', '--quiet', '--message', 'settings');
    const { code, json } = await magiJson<ReviewOutput>(project.dir, [
      ...['run', '--base', 'HEAD~2', '--budget-calls', '2', ...agents(['one', 'two'])],
      ...['--config', 'magi.config.json'],
    ]);
    expect([code, json.outcome, json.reason]).toEqual([6, 'blocked', 'review_incomplete']);
    expect(json.incomplete.map(({ code: why }) => why)).toEqual(['budget', 'budget']);
  });

  it('counts what was spent before a crash against the budget', async () => {
    let isBack = false;
    const project = await given(['one', 'two'], (request) => {
      if (request.index === 0) return answering(request, clean);
      return isBack ? { say: 'no' } : { hang: true };
    });
    const running = start(project.dir, [
      ...change,
      ...agents(['one', 'two']),
      '--fresh',
      '--budget-calls',
      '3',
    ]);
    await until(async () => {
      const { stdout } = await magi(project.dir, ['log', 'last', '--type', 'done']);
      return stdout.includes('scan.') && project.server.requests.length === 2;
    });
    running.child.kill('SIGKILL');
    await running.result;
    isBack = true;
    const { code, json } = await magiJson<ReviewOutput>(project.dir, ['resume', 'last']);
    expect(code).toBe(6);
    expect(Object.values(json.costs).map(({ calls }) => calls)).toEqual(
      expect.arrayContaining([1, 2]),
    );
  });

  it('keeps an answer that could not be used, and shows it', async () => {
    const project = await given(['one'], () => ({ say: 'Ship it! \u001b[2J' }));
    const { code, json } = await magiJson<ReviewOutput>(project.dir, [
      ...change,
      ...agents(['one']),
    ]);
    expect([code, json.incomplete[0]?.code]).toEqual([5, 'unparsable']);
    await magi(project.dir, ['gc']);
    const { stdout } = await magi(project.dir, ['explain', 'last', 'one']);
    expect(stdout).toContain('│ Ship it! \\u{1b}[2J');
  });

  it('asks once for the same question, again when told to, and several times for samples', async () => {
    const project = await given(['one'], (request) =>
      answering(
        request,
        request.index === 3 ? { ...clean, findings: [remark], findings_count: 1 } : clean,
      ),
    );
    const counts: number[] = [];
    for (const flags of [[], [], ['--fresh'], ['--samples', '3', '--fresh']]) {
      await magi(project.dir, [...change, ...agents(['one']), ...flags]);
      counts.push(project.server.requests.length);
    }
    expect(counts).toEqual([1, 1, 2, 5]);
    const { stdout } = await magi(project.dir, ['explain', 'last', 'one']);
    expect(stdout).toContain('src/count.ts:2 naming: found in 1 of 3 samples');
  });

  it('lets a model word what several of them found, and nothing else', async () => {
    const words = { ...remark, message: 'does not say what it counts' };
    const project = await given(
      ['one', 'two'],
      (request) => {
        if (request.prompt.includes('Several reviewers described')) {
          const [, id = ''] = /finding ([0-9a-f]{12})/.exec(request.prompt) ?? [];
          const wordings = [{ id, message: 'A name that says little of what is counted.' }];
          return answering(request, { wordings });
        }
        const said = request.index === 0 ? remark : words;
        return answering(request, { ...clean, findings: [said], findings_count: 1 });
      },
      { wording: 'model' },
    );
    const { json } = await magiJson<ReviewOutput>(project.dir, [
      ...change,
      ...agents(['one', 'two']),
    ]);
    expect(
      json.findings.map(({ message, severity, voices }) => [message, severity, voices.length]),
    ).toEqual([['A name that says little of what is counted.', 'info', 2]]);
    expect((await magi(project.dir, ['verify', 'last'])).code).toBe(0);
  });
});

describe('agents that are not there', { timeout: 120_000 }, () => {
  it('end a review that nobody else took part in with exit 4', async () => {
    const project = await given(['one'], () => ({ hang: true }), {
      agents: { model: { kind: 'command', command: ['no-such-agent'] } },
    });
    const alone = await magiJson<ReviewOutput>(project.dir, [...change, ...agents(['one'])]);
    expect([alone.code, alone.json.incomplete[0]?.code]).toEqual([4, 'not-installed']);
    const beside = await magi(project.dir, [...change, ...agents(['one', 'core'])]);
    expect(beside.code).toBe(5);
  });

  it('are named by magi agents and magi doctor, with what to do', async () => {
    const project = await given(['one'], () => ({ hang: true }), {
      agents: {
        model: { kind: 'command', command: ['no-such-agent'] },
        idle: { kind: 'api', provider: 'anthropic', model: 'm' },
      },
    });
    const listed = await magi(project.dir, ['agents']);
    expect(listed.code).toBe(4);
    expect(listed.stdout).toMatch(/^model +not installed +- +- +security +no-such-agent$/m);
    expect(listed.stdout).toContain('idle: no key: set ANTHROPIC_API_KEY in the environment');
    const doctor = await magi(project.dir, ['doctor']);
    expect(doctor.code).toBe(4);
    expect(doctor.stdout).toContain('"no-such-agent" is not on PATH');
  });
});

describe('magi agents', { timeout: 120_000 }, () => {
  it('asks the configured ones on demand', async () => {
    const project = await given(['one'], (request) => answering(request, { ready: true }));
    const { code, json } = await magiJson<{ agents: { name: string; answers: string }[] }>(
      project.dir,
      ['agents', '--ask'],
    );
    expect([code, json.agents[0]]).toEqual([
      0,
      expect.objectContaining({ name: 'model', answers: 'yes' }),
    ]);
  });

  it('finds a known agent on PATH with its version', async () => {
    const project = await given([], () => ({ hang: true }), { agents: {}, reviewers: [] });
    const bin = join(project.dir, '.git/bin');
    project.write({ '.git/bin/claude': '#!/bin/sh\necho "9.8.7 (Claude Code)"\n' });
    chmodSync(join(bin, 'claude'), 0o755);
    const { stdout, stderr } = await magi(project.dir, ['agents'], {
      env: { PATH: `${bin}:${process.env.PATH}` },
    });
    expect(stdout).toMatch(/^claude +installed, not configured +9\.8\.7 /m);
    expect(stderr).toContain('"reviewers"');
    expect(readdirSync(project.dir)).not.toContain('.claude');
  });
});

async function given(
  reviewers: readonly string[],
  script: ModelScript,
  more: Readonly<Record<string, unknown>> = {},
) {
  const project = harmlessProject();
  cleanups.push(project.remove);
  const server = await startModelServer(script);
  cleanups.push(() => server.close());
  const config = {
    agents: {
      model: {
        kind: 'api',
        provider: 'openai-compatible',
        model: 'm',
        baseUrl: `${server.url}/v1`,
        maxParallel: 1,
      },
    },
    reviewers: reviewers.map((id) => ({ persona: 'security', agent: 'model', id })),
    ...more,
  };
  writeFileSync(join(project.dir, 'magi.config.json'), JSON.stringify(config));
  return { ...project, server };
}
