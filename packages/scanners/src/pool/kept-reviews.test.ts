import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Review, ScanInput } from '@magi/contracts';
import { expect, it } from 'vitest';
import { memorySnapshot } from '../testing/index.ts';
import { keepReviews } from './kept-reviews.ts';

it('answers what it was asked before without asking again', async () => {
  const rig = await givenPool();
  expect(await rig.scan()).toEqual(await rig.scan());
  expect(rig.asked()).toBe(1);
});

it.each<[string, Partial<Change>]>([
  ['another tree', { head: { 'a.ts': 'c\n' } }],
  ['other checks', { checks: ['is_other'] }],
  ['another goal', { goal: 'less' }],
  ['other exclusions', { excluded: 'generated' }],
  ['other code or tools', { version: '2' }],
])('asks again for %s', async (_what, change) => {
  const rig = await givenPool();
  await rig.scan();
  await rig.scan(change);
  expect(rig.asked()).toBe(2);
});

it.each<[string, Partial<Review>]>([
  ['was cut short', { status: 'incomplete', reason: 'stopped' }],
  [
    'rests on a tool that broke',
    { assertions: [{ check: 'is_fine', value: 'not_evaluated', kind: 'degraded', reason: 'x' }] },
  ],
])('does not keep a review that %s', async (_what, review) => {
  const rig = await givenPool(review);
  await rig.scan();
  await rig.scan();
  expect(rig.asked()).toBe(2);
});

it('keeps nothing where there is no folder to keep it in', async () => {
  const rig = await givenPool({}, null);
  await rig.scan();
  await rig.scan();
  expect(rig.asked()).toBe(2);
});

interface Change {
  readonly head: Readonly<Record<string, string>>;
  readonly checks: readonly string[];
  readonly goal: string;
  readonly excluded: string;
  readonly version: string;
}

async function givenPool(review: Partial<Review> = {}, dir?: null) {
  const cacheDir = dir === null ? null : await mkdtemp(join(tmpdir(), 'magi-kept-'));
  let asked = 0;
  const pool = {
    scan: async (input: ScanInput): Promise<Review> => {
      asked += 1;
      return { ...answerTo(input), ...review };
    },
    close: async () => {},
  };
  return {
    asked: () => asked,
    scan: ({ head, checks, goal, excluded, version = '1' }: Partial<Change> = {}) => {
      const snapshot = memorySnapshot({ base: { 'a.ts': 'a\n' }, head: head ?? { 'a.ts': 'b\n' } });
      const files = snapshot.candidate.files.map((file) => ({
        ...file,
        ...(excluded === undefined ? {} : { excluded }),
      }));
      const candidate = { ...snapshot.candidate, files, ...(goal === undefined ? {} : { goal }) };
      return keepReviews(pool, version).scan(
        { round: 1, attempt: 1, scanner: scannerOf(checks), candidate, constraints: [] },
        { snapshot, signal: new AbortController().signal, cacheDir, progress: () => {} },
      );
    },
  };
}

function scannerOf(checks: readonly string[] = ['is_fine']): ScanInput['scanner'] {
  return {
    id: 'core',
    role: 'Core',
    kind: 'builtin',
    checks: checks.map((id) => ({ id, statement: id, failAt: 'warning', decidable: true })),
    timeoutMs: 60_000,
    retries: 0,
  };
}

function answerTo({ scanner, candidate }: ScanInput): Review {
  return {
    scanner: scanner.id,
    role: scanner.role,
    tree: candidate.head.tree,
    status: 'completed',
    assertions: [],
    findings: [],
    coverage: [],
  };
}
