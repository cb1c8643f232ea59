import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Review, type Snapshot } from '@magi/contracts';
import { expect, it } from 'vitest';
import { type ChangeInMemory, memorySnapshot } from '../testing/index.ts';
import { type Linter, oxlint } from '../tools/oxlint.ts';
import { createAnalysisHost } from './analysis-host.ts';

const change: ChangeInMemory = {
  base: { 'src/a.ts': 'export const a = 1;\n' },
  head: {
    'src/a.ts': 'export const a = 1;\ndebugger;\ntry {\n  f();\n} catch {}\n',
    'src/b.ts': 'export const isNumber = (x: number) => x !== NaN;\n',
  },
};
const checks = ['leaves_no_debris', 'contains_no_logic_slips', 'catches_without_swallowing'];

it('gives equal reviews of equal candidates', async () => {
  const one = await givenHost().review(change, checks);
  const two = await givenHost().review(change, checks);
  expect(two).toEqual(one);
  expect(one.findings.map(({ file, line, rule }) => [file, line, rule])).toEqual([
    ['src/a.ts', 2, 'no-debugger'],
    ['src/a.ts', 5, 'empty-catch'],
    ['src/b.ts', 1, 'use-isnan'],
  ]);
});

it('returns what the contract asks for', async () => {
  const review = await givenHost().review(change, [...checks, 'check_idioms', 'is_kind']);
  expect(Review.safeParse(review).error).toBeUndefined();
  expect(review.assertions.map(({ check }) => check)).toEqual([
    ...checks,
    'check_idioms',
    'is_kind',
  ]);
});

it('runs the linter once for all scanners of a candidate', async () => {
  const host = givenHost();
  const untuned = ['contains_no_logic_slips', 'handles_async_correctly'];
  await Promise.all([host.review(change, untuned.slice(0, 1)), host.review(change, untuned)]);
  expect(host.calls()).toBe(1);
});

it('answers from the cache when nothing changed', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'magi-cache-'));
  const first = await givenHost(cacheDir).review(change, checks);
  const again = givenHost(cacheDir);
  expect(await again.review(change, checks)).toEqual(first);
  expect(again.calls()).toBe(0);
});

it('says that a tool is missing instead of that all is well', async () => {
  const why = { kind: 'missing_tool' as const, reason: 'oxlint is not installed' };
  const host = givenHost(null, async () => ({ ok: false, why }));
  const review = await host.review(change, checks);
  expect(review.assertions).toContainEqual({
    check: 'contains_no_logic_slips',
    value: 'not_evaluated',
    ...why,
  });
  expect(review.assertions).toContainEqual(
    expect.objectContaining({ check: 'catches_without_swallowing', value: 'false' }),
  );
});

it('does not call names unknown that dependencies would declare, where none are installed', async () => {
  const base = {
    'package.json': '{ "name": "a", "devDependencies": { "test-runner": "1.0.0" } }\n',
    'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
    'src/one.ts': 'export const one = 1;\n',
  };
  const test = "import { one } from './one';\nit('is one', () => expect(one).toBe(1));\n";
  const review = await givenHost().review({ base, head: { ...base, 'src/one.test.ts': test } }, [
    'passes_type_check',
  ]);
  expect(review.findings).toEqual([]);
  expect(review.assertions[0]).toMatchObject({ value: 'not_evaluated', kind: 'missing_tool' });
});

it('lets a scan that is aborted go without its neighbours', async () => {
  const host = givenHost();
  const controller = new AbortController();
  const aborted = host.review(change, checks, controller.signal);
  const beside = host.review(change, checks);
  controller.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  await expect(beside).resolves.toMatchObject({ status: 'completed' });
});

it('takes what was moved for advice', async () => {
  const rule = 'export const run = (items: Item[]) => items.forEach(async (item) => save(item));\n';
  const review = await givenHost().review(
    { base: { 'src/a.ts': rule }, head: { 'src/b.ts': rule } },
    ['handles_async_correctly'],
  );
  expect(review.findings).toEqual([
    expect.objectContaining({ rule: 'async-for-each', severity: 'info' }),
  ]);
  expect(review.assertions[0]?.value).toBe('true');
});

it('says which files it did not look at', async () => {
  const review = await givenHost().review(
    { base: {}, head: { 'a.ts': 'export {};\n', 'b.swift': 'let b = 1\n', 'c.ts': 'let = ;\n' } },
    ['check_concurrency'],
  );
  expect(review.assertions[0]?.value).toBe('true');
  expect(review.notes).toContain(
    'check_concurrency: 2 of 3 files not looked at (Swift, not analysable)',
  );
});

it('never calls a check true that it could not look at', async () => {
  const swift = await givenHost().review({ base: {}, head: { 'b.swift': 'let b = 1\n' } }, [
    'check_concurrency',
  ]);
  expect(swift.assertions[0]).toMatchObject({ value: 'not_evaluated', kind: 'unsupported' });
  const broken = await givenHost().review({ base: {}, head: { 'c.ts': 'let = ;\n' } }, [
    'check_concurrency',
  ]);
  expect(broken.assertions[0]).toMatchObject({ value: 'not_evaluated', kind: 'degraded' });
  const prose = await givenHost().review({ base: {}, head: { 'a.md': 'x\n' } }, [
    'check_concurrency',
  ]);
  expect(prose.assertions[0]).toMatchObject({ value: 'not_evaluated', kind: 'not_applicable' });
});

it('keeps a secret out of everything that it returns', async () => {
  const secret = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const review = await givenHost().review(
    { base: {}, head: { 'a.ts': `const token = '${secret}'; eval(token);\n` } },
    ['exposes_no_secrets', 'evaluates_no_dynamic_code'],
  );
  expect(review.findings.map((finding) => finding.check)).toContain('exposes_no_secrets');
  expect(JSON.stringify(review)).not.toContain(secret);
});

it('looks for secrets in files that a mark of the change itself excludes', async () => {
  const secret = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const found = async (excluded: string) => {
    const snapshot = memorySnapshot({ base: {}, head: { 'a.ts': `// ${secret}\ndebugger;\n` } });
    const files = snapshot.candidate.files.map((file) => ({ ...file, excluded }));
    const excluding = { ...snapshot, candidate: { ...snapshot.candidate, files } };
    const review = await givenHost().reviewOf(excluding, [
      'exposes_no_secrets',
      'leaves_no_debris',
    ]);
    return review.findings.map((finding) => finding.rule);
  };
  expect(await found('generated: marked in its header')).toEqual(['secret-github']);
  expect(await found('excluded by "a.ts" in the configuration')).toEqual([]);
});

function givenHost(cacheDir: string | null = null, linter: Linter = oxlint) {
  let calls = 0;
  const host = createAnalysisHost({
    linter: (request) => {
      calls++;
      return linter(request);
    },
  });
  const reviewOf = (
    snapshot: Snapshot,
    ids: readonly string[],
    signal: AbortSignal = new AbortController().signal,
  ) => {
    const scanner = {
      id: 'core',
      role: 'Core Scanner',
      kind: 'builtin' as const,
      checks: ids.map((id) => ({ id, statement: id, failAt: 'warning' as const, decidable: true })),
      timeoutMs: 60_000,
      retries: 0,
    };
    return host.review(
      { round: 1, attempt: 1, scanner, candidate: snapshot.candidate, constraints: [] },
      { snapshot, signal, cacheDir, progress: () => {} },
    );
  };
  return {
    calls: () => calls,
    reviewOf,
    review: (sides: ChangeInMemory, ids: readonly string[], signal?: AbortSignal) =>
      reviewOf(memorySnapshot(sides), ids, signal),
  };
}
