import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readyProfile, runMark } from '@magi/agents';
import {
  answering,
  isAlive,
  type ModelRequest,
  type ModelScript,
  markedProcesses,
  reading,
  startModelServer,
  writing,
} from '@magi/agents/testing';
import type { AgentProfile, ReviewOutput } from '@magi/contracts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, magi, magiJson, start, until } from '../cli.ts';
import { evidenceOf } from '../corpus/evidence.ts';
import { createGround, type Ground } from '../corpus/ground.ts';

/*
 * Whole loops of the command line whose reviewers and fixer are agent programs as they come from
 * their registry; only the model behind them follows a script. MAGI_AGENT_NAMES says which.
 */
const names = (process.env.MAGI_AGENT_NAMES ?? '').split(',').filter((name) => name !== '');
const agents = names.filter((name) => readyProfile(name, 'acp') !== null);

const MOST_LOG_BYTES = 1_000_000;
const unsafeSource = 'export function read(text) {\n  return eval(text);\n}\n';
const safeSource = 'export function read(text) {\n  return JSON.parse(text);\n}\n';
const persona: { checklist: object } = JSON.parse(
  readFileSync(
    new URL('../../../../packages/scanners/personas/security.json', import.meta.url),
    'utf8',
  ),
);
const passing = Object.fromEntries(Object.keys(persona.checklist).map((check) => [check, true]));
const clean = { checks: passing, findings: [], findings_count: 0, verdict: 'ACCEPT' };
const unsafe = {
  checks: { ...passing, evaluates_no_dynamic_code: false },
  findings: [
    {
      check: 'evaluates_no_dynamic_code',
      rule: 'eval',
      severity: 'high',
      file: 'src/part-03.js',
      line: '2',
      end_line: null,
      message: 'evaluates what the user typed',
      evidence: '  return eval(text);',
      suggestion: 'parse it',
    },
  ],
  findings_count: 1,
  verdict: 'REJECT',
};
const mended = { outcome: 'changed', summary: 'Parses.', dispositions: [], conflicts: [] };

beforeAll(ensureBuilt, 120_000);
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

describe.each(agents)('a loop of %s on 17 changed files', { timeout: 240_000 }, (name) => {
  it('converges; its reviewer may not write, and a replay asks nobody', async () => {
    const { ground, server, args } = await given(
      name,
      ['guard'],
      playing({ reviewerWrites: true }),
    );
    const { dir } = ground.repository;
    const { code, json } = await magiJson<ReviewOutput>(dir, args, { env: keys });
    expect([code, json.outcome, json.terminal?.counts.attempts]).toEqual([0, 'converged', 1]);
    expect(ground.repository.git('show', 'topic:src/part-03.js')).toContain('JSON.parse');
    expect(ground.repository.git('ls-tree', '-r', '--name-only', 'topic')).not.toContain('mine.js');
    expect(JSON.stringify(json)).toContain('and was refused');
    expect(evidenceOf(ground).leftOver).toEqual([]);
    const asked = server.requests.length;
    const replayed = await magi(ground.repository.dir, ['replay', 'last', '--json']);
    const verified = await magi(ground.repository.dir, ['verify', 'last']);
    expect([replayed.code, verified.code, server.requests.length]).toEqual([0, 0, asked]);
    expect(await logBytes(ground)).toBeLessThan(MOST_LOG_BYTES);
  });

  it('that is killed repeats the calls in flight only, and ends what it left running', async () => {
    let isBack = false;
    const answered: string[] = [];
    const { ground, server, args } = await given(name, ['one', 'two', 'three'], (request) => {
      if (request.answerId !== null && !isBack && answered.length > 0) return { hang: true };
      const reply = playing({})(request);
      if (request.answerId !== null && !isBack) answered.push(request.answerId);
      return reply;
    });
    // They are asked the same: fresh, so that none answers for another.
    const running = start(ground.repository.dir, [...args, '--fresh'], { env: keys });
    await until(async () => {
      const { stdout } = await magi(ground.repository.dir, ['log', 'last', '--type', 'done']);
      return stdout.includes('scan.') && server.requests.some(({ answerId }) => isOther(answerId));
    });
    function isOther(answerId: string | null): boolean {
      return answerId !== null && !answered.includes(answerId);
    }
    const left = markedProcesses(runMark, await newestRun(ground));
    expect(left.length).toBeGreaterThan(0);
    running.child.kill('SIGKILL');
    await running.result;
    isBack = true;
    const before = server.requests.length;
    const { code, json } = await magiJson<ReviewOutput>(ground.repository.dir, ['resume', 'last'], {
      env: keys,
    });
    const tasks = new Set(server.requests.slice(before).flatMap(({ answerId }) => answerId ?? []));
    expect([code, json.outcome]).toEqual([0, 'converged']);
    // Two reviews of round 1 again, a fix, three reviews of round 2; the finished one not again.
    expect(tasks.size).toBe(6);
    expect(left.filter(isAlive)).toEqual([]);
    expect(await logBytes(ground)).toBeLessThan(MOST_LOG_BYTES);
  });
});

/** A model that finds the one unsafe file, and mends it when asked to. */
function playing({ reviewerWrites = false }): ModelScript {
  return (request) => {
    if (request.answerId === null) return { say: 'title' };
    const acted = request.toolResults.length;
    if (isFixer(request)) {
      const file = pathIn(request, 'src/part-03.js');
      // An agent may not let a file be overwritten that it was not made to read.
      const act = [reading(request, file), writing(request, file, safeSource)][acted];
      return act ?? answering(request, mended);
    }
    const attempt =
      reviewerWrites && acted === 0
        ? writing(request, pathIn(request, 'src/mine.js'), 'mine')
        : null;
    return attempt ?? answering(request, request.prompt.includes('eval(text)') ? unsafe : clean);
  };
}

/** The absolute path where the agent tells its model which folder it works in. */
function pathIn({ prompt }: ModelRequest, path: string): string {
  const [, folder = ''] = /working in the directory: (\S+)/.exec(prompt) ?? [];
  return join(folder, path);
}

function isFixer({ prompt }: ModelRequest): boolean {
  return /# Your role\n\n.*[Ff]ix/.test(prompt);
}

/** Seventeen changed files on a branch, one of them unsafe, and an agent in all roles. */
async function given(name: string, reviewers: readonly string[], script: ModelScript) {
  const parts = Array.from({ length: 17 }, (_, index) => `${index + 1}`.padStart(2, '0'));
  const work = Object.fromEntries(
    parts.map((part) => [`src/part-${part}.js`, `export const part${part} = ${Number(part)};\n`]),
  );
  const ground = createGround({ work: { ...work, 'src/part-03.js': unsafeSource } });
  const server = await startModelServer(script);
  cleanUps.push(
    () => server.close(),
    () => ground.remove(),
  );
  const baseUrl = name === 'gemini' ? server.url : `${server.url}/v1`;
  const env = name === 'gemini' ? ['GEMINI_API_KEY'] : ['OPENAI_API_KEY'];
  const ready = readyProfile(name, 'acp') as AgentProfile;
  const config = ground.settings({
    agents: { own: { ...ready, baseUrl, env, model: 'scripted-model', maxParallel: 1 } },
    reviewers: reviewers.map((id) => ({ persona: 'security', agent: 'own', id })),
  } as object);
  const args = [
    ...['run', '--protocol', 'review-fix-loop', '--config', config],
    ...['--scanners', reviewers.join(','), '--fixer', 'agent:own'],
  ];
  return { ground, server, args };
}

async function newestRun({ repository }: Ground): Promise<string> {
  const { json } = await magiJson<{ runs: { id: string }[] }>(repository.dir, ['runs']);
  return json.runs[0]?.id ?? '';
}

const keys = { GEMINI_API_KEY: 'dummy-key-for-tests', OPENAI_API_KEY: 'dummy-key-for-tests' };

/** The log with all that lies beside it. */
async function logBytes(ground: Ground): Promise<number> {
  const { stdout } = await magi(ground.repository.dir, ['export', 'last']);
  return Buffer.byteLength(stdout);
}
