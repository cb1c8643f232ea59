import { loadPackage } from '../load-package.js';

/*
 * Reviews base..head of a repository with one agent scanner and prints what it took, as JSON:
 *
 *   node review-with-magi.js REPOSITORY MODEL_URL FILES_PER_CALL
 */
const [, , folder = '.', url = '', filesPerCall = '20'] = process.argv;
const external = [
  ...['ai', '@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai', '@ai-sdk/openai-compatible'],
  ...['@agentclientprotocol/sdk', 'jsonrepair', 'ts-morph', 'zod', 'p-limit'],
];
const change = await loadPackage('packages/change/src/index.ts', { external });
const agents = await loadPackage('packages/agents/src/index.ts', { external });
const { createAgentScanner } = await loadPackage('packages/scanners/src/agent/index.ts', {
  external,
});

const startedAt = performance.now();
const before = process.cpuUsage();
const repository = unwrap(await change.openRepository(folder));
const request = { mode: 'range', base: 'base', head: 'head' };
const candidate = unwrap(await change.resolveCandidate(repository, request));
const snapshot = await change.openSnapshot(repository, candidate);
const clock = { now: Date.now, setTimeout, clearTimeout };
const spec = {
  id: 'agent',
  role: 'Reviewer',
  kind: 'api',
  checks: [{ id: 'is_safe', statement: 'It is safe.', failAt: 'warning', decidable: true }],
  timeoutMs: 120_000,
  retries: 0,
};
const profile = { kind: 'api', provider: 'openai-compatible', model: 'm', baseUrl: `${url}/v1` };
const scanner = createAgentScanner(spec, {
  profile,
  mandate: 'Find what is unsafe.',
  budget: agents.createRunBudget({ limits: {}, scanners: ['agent'], clock }),
  breaker: agents.createBreakerRegistry({ clock, maxParallel: 8 }),
  sandbox: 'off',
  env: process.env,
  maxFilesPerCall: Number(filesPerCall),
});
const review = await scanner.scan(
  { round: 1, attempt: 1, scanner: spec, candidate, constraints: [] },
  { snapshot, signal: new AbortController().signal, cacheDir: null, progress: () => undefined },
);
await snapshot.dispose();
const { user, system } = process.cpuUsage(before);
console.log(
  JSON.stringify({
    outcome: review.status,
    wallMs: performance.now() - startedAt,
    cpuMs: (user + system) / 1000,
  }),
);

/** @param {{ ok: boolean, value?: any, error?: unknown }} result */
function unwrap(result) {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
