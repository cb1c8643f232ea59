import type { Candidate, ChangedFile } from '@magi/contracts';
import { expect, it } from 'vitest';
import { createAnalysisHost } from '../analysis/analysis-host.ts';
import { builtinScanners } from '../builtin/registry.ts';
import { memorySnapshot } from '../testing/index.ts';

it('has a row for every changed file of every kind', async () => {
  const rows = await coverageOf('security', {
    head: { 'a.ts': 'export {};\n', 'README.md': 'x\n', 'a.rb': 'x = 1\n' },
    base: { 'gone.ts': 'export {};\n' },
    others: [
      { path: 'logo.png', kind: 'binary' },
      { path: 'link', kind: 'symlink' },
      { path: 'module', kind: 'gitlink' },
      { path: 'film.mp4', kind: 'lfs_pointer' },
      { path: 'lock.json', kind: 'text', excluded: 'lock file' },
    ],
  });
  expect(rows).toEqual([
    ['README.md', 'seen'],
    ['a.rb', 'partial'],
    ['a.ts', 'seen'],
    ['film.mp4', 'partial'],
    ['gone.ts', 'seen'],
    ['link', 'seen'],
    ['lock.json', 'excluded'],
    ['logo.png', 'partial'],
    ['module', 'seen'],
  ]);
});

it('calls code that no check of the scanner reads unseen, and prose excluded', async () => {
  const rows = await coverageOf('performance', { head: { 'a.rb': 'x = 1\n', 'b.md': 'x\n' } });
  expect(rows).toEqual([
    ['a.rb', 'unseen'],
    ['b.md', 'excluded'],
  ]);
});

it.each([
  ['minified code of 5 MB', `var a=${JSON.stringify('x'.repeat(900))};`.repeat(5_500)],
  ['a line of 2 MB', `export const a = "${'y'.repeat(2_000_000)}";\n`],
  ['a text that does not parse', 'export const = ;\n'],
  ['code nested too deeply', `export const a = ${'['.repeat(20_000)}${']'.repeat(20_000)};\n`],
])('sees %s in part only, and comes to an end', async (_what, text) => {
  const rows = await coverageOf('core', { head: { 'a.ts': text } });
  expect(rows).toEqual([['a.ts', 'partial']]);
});

interface Given {
  readonly head: Record<string, string>;
  readonly base?: Record<string, string>;
  readonly others?: readonly Pick<ChangedFile, 'path' | 'kind' | 'excluded'>[];
}

async function coverageOf(id: string, given: Given) {
  const snapshot = memorySnapshot({ head: given.head, base: given.base ?? {} });
  const candidate = withOthers(snapshot.candidate, given.others ?? []);
  const review = await createAnalysisHost().review(
    { round: 1, attempt: 1, scanner: specOf(id), candidate, constraints: [] },
    { snapshot, signal: new AbortController().signal, cacheDir: null, progress: () => {} },
  );
  return review.coverage.map(({ file, state }) => [file, state]);
}

function withOthers(candidate: Candidate, others: NonNullable<Given['others']>): Candidate {
  const files = others.map((one) => ({
    status: 'modified' as const,
    oldMode: '100644',
    newMode: '100644',
    oldOid: null,
    newOid: null,
    added: null,
    removed: null,
    hunks: [],
    ...one,
  }));
  const all = [...candidate.files, ...files];
  return { ...candidate, files: all.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

function specOf(id: string) {
  const checks = builtinScanners.find((one) => one.id === id)?.checks ?? [];
  return {
    id,
    role: id,
    kind: 'builtin' as const,
    checks: checks.map((check) => ({
      id: check.id,
      statement: '',
      failAt: 'warning' as const,
      decidable: true,
    })),
    timeoutMs: 60_000,
    retries: 0,
  };
}
