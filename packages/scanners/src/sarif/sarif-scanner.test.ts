import type { Review, SarifSource } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { memorySnapshot } from '../testing/index.ts';
import { createSarifScanner } from './sarif-scanner.ts';

describe('a SARIF log as a scanner', () => {
  it('maps rules to checks by glob', async () => {
    const review = await scanning(log([result('js/sql', 2)]), {
      checks: { 'js/*': 'check_input' },
    });
    expect(review.assertions).toEqual([{ check: 'check_input', value: 'false' }]);
    expect(review.findings).toMatchObject([{ check: 'check_input', line: 2, tool: 'tool' }]);
  });
  it('answers true for a check that nothing was reported for', async () => {
    const review = await scanning(log([]), { checks: { '*': 'all_well' } });
    expect(review.assertions).toEqual([{ check: 'all_well', value: 'true' }]);
  });
  it('leaves results of rules without a check as unlisted issues', async () => {
    const review = await scanning(log([result('odd', 2)]));
    expect(review.findings.map(({ check }) => check)).toEqual([undefined]);
  });
  it('counts only added lines and says how many results lie elsewhere', async () => {
    const review = await scanning(log([result('a', 1), result('b', 2)]));
    expect(review.findings.map(({ rule }) => rule)).toEqual(['b']);
    expect(review.notes?.[0]).toContain('1 results');
  });
  it('decodes percent-encoded paths and base ids', async () => {
    const place = { uri: 'a%20b.ts', uriBaseId: '%SRCROOT%' };
    const review = await scanning(
      log([result('r', 2, place)], { '%SRCROOT%': { uri: 'file:///r/' } }),
    );
    expect(review.findings.map(({ file }) => file)).toEqual(['a b.ts']);
  });
  it.each(['../x.ts', '/etc/passwd', 'file:///etc/passwd', 'https://h/x'])(
    'gives no place to %s',
    async (uri) => {
      expect((await scanning(log([result('r', 2, { uri })]))).findings).toEqual([]);
    },
  );
  it('leaves out what was suppressed, passed or is gone', async () => {
    const review = await scanning(
      log([
        { ...result('a', 2), suppressions: [{ kind: 'inSource' }] },
        { ...result('b', 2), kind: 'pass' },
        { ...result('c', 2), baselineState: 'absent' },
        { ...result('d', 2), suppressions: [{ kind: 'external', status: 'rejected' }] },
      ]),
    );
    expect(review.findings.map(({ rule }) => rule)).toEqual(['d']);
  });
  it('takes the level of the rule when the result has none', async () => {
    const review = await scanning(log([result('loud', 2)]));
    expect(review.findings[0]?.severity).toBe('critical');
  });
  it.each([
    ['no text', { ok: false as const, reason: 'the command exited with code 3' }],
    ['a text that is no JSON', { ok: true as const, text: 'oops' }],
    ['another version', { ok: true as const, text: '{"version":"2.0.0","runs":[]}' }],
    [
      'a tool that failed',
      { ok: true as const, text: JSON.stringify(log([], {}, [{ executionSuccessful: false }])) },
    ],
  ])('fails on %s', async (_, text) => {
    expect((await scanning(text)).status).toBe('failed');
  });
});

type Answer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

async function scanning(answer: object | Answer, rest: Partial<SarifSource> = {}): Promise<Review> {
  const text: Answer =
    'ok' in answer ? (answer as Answer) : { ok: true, text: JSON.stringify(answer) };
  const source: SarifSource = { id: 'tool', checks: {}, timeoutMs: 1_000, ...rest };
  const snapshot = memorySnapshot({
    base: { 'a.ts': 'one\n', 'a b.ts': 'one\n' },
    head: { 'a.ts': 'one\ntwo\n', 'a b.ts': 'one\ntwo\n' },
  });
  const spec = {
    id: 'tool',
    role: 'tool',
    kind: 'sarif' as const,
    checks: Object.values(source.checks).map((id) => ({
      id,
      statement: '',
      failAt: 'warning' as const,
      decidable: true,
    })),
    timeoutMs: 1_000,
    retries: 0,
  };
  return createSarifScanner(spec, source, async () => text).scan(
    { round: 1, attempt: 1, scanner: spec, candidate: snapshot.candidate, constraints: [] },
    { snapshot, signal: new AbortController().signal, cacheDir: null, progress: () => {} },
  );
}

function result(ruleId: string, startLine: number, artifactLocation: object = { uri: 'a.ts' }) {
  return {
    ruleId,
    message: { text: `${ruleId} is broken` },
    locations: [{ physicalLocation: { artifactLocation, region: { startLine } } }],
  };
}

function log(results: readonly object[], originalUriBaseIds: object = {}, invocations?: object[]) {
  const rules = [{ id: 'loud', defaultConfiguration: { level: 'error' } }];
  return {
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'tool', rules } },
        originalUriBaseIds,
        results,
        ...(invocations && { invocations }),
      },
    ],
  };
}
