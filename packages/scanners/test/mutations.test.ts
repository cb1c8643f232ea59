import type { Review, ScannerSpec } from '@magi/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAnalysisHost } from '../src/analysis/analysis-host.ts';
import { allChecks } from '../src/builtin/find-check.ts';
import { addedLines } from '../src/change/line-set.ts';
import { memorySnapshot } from '../src/testing/index.ts';
import { batchedLinter } from './batched-linter.ts';
import { type MutationCase, readMutationCases } from './mutation-cases.ts';

// MUTATIONS=<check> runs the cases of one check only.
const only = process.env.MUTATIONS || undefined;
const cases = readMutationCases().filter((one) => only === undefined || one.check === only);
const reviews = new Map<MutationCase, Review>();

beforeAll(async () => {
  const host = createAnalysisHost({ linter: batchedLinter(), maxSessions: 1_000 });
  await Promise.all(
    cases.map(async (one) => {
      const snapshot = memorySnapshot(one.change);
      const review = await host.review(
        {
          round: 1,
          attempt: 1,
          scanner: specOf(one.check),
          candidate: snapshot.candidate,
          constraints: [],
        },
        { snapshot, signal: new AbortController().signal, cacheDir: null, progress: () => {} },
      );
      await snapshot.dispose();
      reviews.set(one, review);
    }),
  );
}, 120_000);

describe.each(cases)('$check $name', (one) => {
  it(`is ${one.expected}`, () => {
    const review = reviews.get(one);
    const told = review?.findings.map((each) => `${each.rule} ${each.file}:${each.line}`);
    expect({ ...review?.assertions[0], told }).toMatchObject({ value: one.expected });
    if (one.expected === 'true') expect(told).toEqual([]);
  });

  it('finds only what changed, and quotes it', () => {
    for (const finding of reviews.get(one)?.findings ?? []) {
      const side = finding.side ?? 'head';
      const text = one.change[side][finding.file]?.split('\n')[finding.line - 1];
      expect(text).toContain(finding.evidence);
      if (finding.diffLevel === true || side === 'base') continue;
      const file = memorySnapshot(one.change).candidate.files.find(
        (each) => each.path === finding.file,
      );
      expect(addedLines(file?.hunks ?? []).has(finding.line)).toBe(true);
    }
  });
});

describe.runIf(only === undefined)('the mutation set', () => {
  it.each(allChecks.map((check) => check.id))('has three cases of each kind for %s', (check) => {
    const own = cases.filter((one) => one.check === check);
    const count = (expected: string) => own.filter((one) => one.expected === expected).length;
    expect({ true: count('true') >= 3, false: count('false') >= 3 }).toEqual({
      true: true,
      false: true,
    });
  });

  it('has no case for a check that nobody decides', () => {
    const known = new Set(allChecks.map((check) => check.id));
    expect(cases.filter((one) => !known.has(one.check)).map((one) => one.check)).toEqual([]);
  });
});

function specOf(check: string): ScannerSpec {
  return {
    id: 'one-check',
    role: 'One check',
    kind: 'builtin',
    checks: [{ id: check, statement: check, failAt: 'info', decidable: true }],
    timeoutMs: 60_000,
    retries: 0,
    options: { types: 'auto' },
  };
}
