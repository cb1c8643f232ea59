import { createBreakerRegistry, createRunBudget, type RunBudget } from '@magi/agents';
import {
  answering,
  hostileAnswers,
  hostileChanges,
  type ModelScript,
  type ModelServer,
  scriptedCommand,
  smuggledSecret,
  startModelServer,
  wallClock,
} from '@magi/agents/testing';
import { type Clock, type Review, type ScannerSpec, sanitiseForTerminal } from '@magi/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { memorySnapshot } from '../testing/index.ts';
import { createAgentScanner } from './agent-scanner.ts';
import type { AgentScannerOptions } from './agent-scanner-options.ts';

// Real processes and servers: how long they take says nothing about what is specified here.
vi.setConfig({ testTimeout: 60_000 });

const clean = { checks: { is_safe: true }, findings: [], findings_count: 0, verdict: 'ACCEPT' };
const seventeen = filesNamed(17);

describe('17 changed files, one call each, two at a time', () => {
  it('corrects a malformed answer at most twice: 51 calls, and INCOMPLETE', async () => {
    const { review, server } = await scan(() => ({ say: 'Looks good to me!' }), { oneByOne: true });
    expect(server.requests).toHaveLength(51);
    expect(review).toMatchObject({ status: 'incomplete' });
    expect(review.coverage.every(({ state }) => state === 'unseen')).toBe(true);
    expect(accepts(review)).toBe(false);
  });

  it.each([
    ['HTTP 500', { status: 500 }],
    ['HTTP 429 with Retry-After', { status: 429, retryAfterSeconds: 1 }],
    ['HTTP 529', { status: 529 }],
    ['a closed connection', { drop: true as const }],
  ])('stops asking a provider that answers %s after at most 6 requests', async (_, reply) => {
    const { review, server } = await scan(() => reply, { oneByOne: true, clock: hurriedClock() });
    expect(server.requests.length).toBeLessThanOrEqual(6);
    expect(review.coverage.every(({ state }) => state === 'unseen')).toBe(true);
    expect(accepts(review)).toBe(false);
  });

  it('stops at once when the key is refused', async () => {
    const { review, server } = await scan(() => ({ status: 401 }), { oneByOne: true });
    expect(server.requests.length).toBeLessThanOrEqual(2);
    expect(review.reason).toMatch(/auth-required/);
  });

  it('gives up a model that never answers within the time limit', async () => {
    const { review } = await scan(() => ({ hang: true }), { timeoutMs: 300 });
    expect(review).toMatchObject({ status: 'failed' });
    expect(review.reason).toMatch(/^timeout/);
  });

  it('goes on after one bad minute', async () => {
    const script: ModelScript = (request) =>
      request.index < 2 ? { status: 503, retryAfterSeconds: 0 } : answering(request, clean);
    const { review } = await scan(script, { oneByOne: true, clock: hurriedClock() });
    expect(review.status).toBe('completed');
  });
});

it('assigns each of 300 files to exactly one call', async () => {
  const script: ModelScript = (request) => answering(request, clean);
  const { review, server } = await scan(script, { files: filesNamed(300) });
  expect(review.coverage.every(({ state }) => state === 'seen')).toBe(true);
  const shown = server.requests.flatMap(({ prompt }) =>
    [...prompt.matchAll(/begin: change of (\S+)>>/g)].map(([, file]) => file),
  );
  expect(shown.sort()).toEqual(Object.keys(filesNamed(300)).sort());
  expect(server.requests.length).toBeLessThanOrEqual(20);
});

it('shares 10 calls fairly between 5 scanners and says who could not finish', async () => {
  const ids = ['one', 'two', 'three', 'four', 'five'];
  const budget = createRunBudget({ limits: { calls: 10 }, scanners: ids, clock: wallClock });
  const server = await serve((request) => answering(request, clean));
  const reviews = await Promise.all(
    ids.map((id) => scanWith(server, { id, budget, files: filesNamed(5), oneByOne: true })),
  );
  expect(server.requests).toHaveLength(10);
  for (const review of reviews) {
    expect(review.coverage.filter(({ state }) => state === 'seen')).toHaveLength(2);
    expect(review).toMatchObject({ status: 'incomplete' });
    expect(review.reason).toMatch(/^budget: /);
    expect(accepts(review)).toBe(false);
  }
  expect(budget.exhausted()).toMatchObject({ unit: 'calls', scope: 'run', limit: 10 });
});

it.each(hostileChanges.map((change) => [change.name, change] as const))(
  'a model that repeats what it reads accepts nothing: %s',
  async (_, { file, text }) => {
    const script: ModelScript = ({ prompt }) => ({
      say: /begin: change of [^\n]*\n([\s\S]*)\n<<[0-9a-f]{24} end>>/.exec(prompt)?.[1] ?? '',
    });
    const { review } = await scan(script, { files: { [file]: text } });
    expect(accepts(review)).toBe(false);
  },
);

describe('no hostile answer is accepted, and none gets anything through', () => {
  it.each(hostileAnswers.map((answer) => [answer.name, answer] as const))(
    '%s',
    async (_, answer) => {
      const script: ModelScript = (request) => ({ say: answer.output(request.answerId ?? '') });
      const { review } = await scan(script, { files: { 'src/a.ts': 'eval(input)\n' } });
      expect(accepts(review)).toBe(false);
      const text = JSON.stringify(review);
      expect(text).not.toContain(smuggledSecret);
      expect(review.findings.every(({ file }) => file === 'src/a.ts')).toBe(true);
      const printed = [
        review.reason,
        ...(review.faults ?? []),
        ...review.findings.map((f) => f.message),
      ].join('\n');
      expect(printed).toBe(sanitiseForTerminal(printed));
    },
  );

  it('an agent program that floods, is silent, crashes or lies about its exit code', async () => {
    for (const behaviour of ['flood', 'silent', 'crash', 'error-with-exit-0', 'impostor']) {
      const profile = { kind: 'command' as const, command: scriptedCommand(behaviour) };
      const server = await serve(() => ({ say: '' }));
      expect(accepts(await scanWith(server, { profile }))).toBe(false);
    }
  });
});

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** What a protocol would need to accept: complete, every check true, every file seen. */
function accepts(review: Review): boolean {
  return (
    review.status === 'completed' &&
    review.assertions.length > 0 &&
    review.assertions.every(({ value }) => value === 'true') &&
    review.findings.every(({ severity }) => severity === 'info') &&
    review.coverage.every(({ state }) => state === 'seen')
  );
}

interface Rig {
  readonly id?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly oneByOne?: boolean;
  readonly clock?: Clock;
  readonly budget?: RunBudget;
  readonly timeoutMs?: number;
  readonly profile?: AgentScannerOptions['profile'];
}

async function serve(script: ModelScript): Promise<ModelServer> {
  const server = await startModelServer(script);
  servers.push(server);
  return server;
}

async function scan(script: ModelScript, rig: Rig = {}) {
  const server = await serve(script);
  return { server, review: await scanWith(server, rig) };
}

async function scanWith(server: ModelServer, rig: Rig): Promise<Review> {
  const { id = 'agent', clock = wallClock } = rig;
  const spec: ScannerSpec = {
    id,
    role: 'Security Scanner',
    kind: 'api',
    checks: [{ id: 'is_safe', statement: 'It is safe.', failAt: 'warning', decidable: true }],
    timeoutMs: rig.timeoutMs ?? 20_000,
    retries: 0,
  };
  const snapshot = memorySnapshot({ base: {}, head: rig.files ?? seventeen });
  const scanner = createAgentScanner(spec, {
    profile: rig.profile ?? {
      kind: 'api',
      provider: 'openai-compatible',
      model: 'm',
      baseUrl: `${server.url}/v1`,
    },
    mandate: 'Find what is unsafe.',
    budget: rig.budget ?? createRunBudget({ limits: {}, scanners: [id], clock }),
    breaker: createBreakerRegistry({ clock, maxParallel: 2 }),
    sandbox: 'off',
    env: { PATH: process.env.PATH },
    ...(rig.oneByOne && { maxFilesPerCall: 1 }),
  });
  const signal = new AbortController().signal;
  const context = { snapshot, signal, cacheDir: null, progress: () => undefined };
  try {
    return await scanner.scan(
      { round: 1, attempt: 1, scanner: spec, candidate: snapshot.candidate, constraints: [] },
      context,
    );
  } finally {
    await snapshot.dispose();
  }
}

function filesNamed(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`src/file-${n}.ts`, `export const value = ${n};\n`]),
  );
}

/** A clock on which every wait is over at once; its time stands at the end of the waits. */
function hurriedClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    setTimeout(callback, delayMs) {
      now += delayMs;
      return setImmediate(callback);
    },
    clearTimeout: (handle) => clearImmediate(handle as NodeJS.Immediate),
  };
}
