import type { ScannerSpec } from '@magi/contracts';
import { expect, it } from 'vitest';
import { createAnalysisHost } from '../../analysis/analysis-host.ts';
import { type ChangeInMemory, memorySnapshot } from '../../testing/index.ts';

const scanner: ScannerSpec = {
  id: 'core',
  role: 'core',
  kind: 'builtin',
  checks: [
    {
      id: 'leaves_no_debris',
      statement: 'Nothing is left behind.',
      failAt: 'warning',
      decidable: true,
    },
  ],
  timeoutMs: 60_000,
  retries: 0,
};

/** So much code that one line of output is rare enough to be held against a change. */
const quiet = Array.from({ length: 2_500 }, (_, at) => `export const n${at} = ${at};\n`).join('');
const told = "export const tell = (): void => console.warn('see the old page');\n";

it('holds a first line of output against a file that has none', async () => {
  const change = { base: { 'src/a.ts': quiet }, head: { 'src/a.ts': quiet + told } };
  expect(await debrisIn(change)).toEqual(['no-console src/a.ts:2501']);
});

it('says nothing of output in a file that told something before', async () => {
  const edited = told.replace('old', 'new');
  const change = { base: { 'src/a.ts': quiet + told }, head: { 'src/a.ts': quiet + edited } };
  expect(await debrisIn(change)).toEqual([]);
});

async function debrisIn(change: ChangeInMemory): Promise<string[]> {
  const snapshot = memorySnapshot(change);
  const review = await createAnalysisHost().review(
    {
      round: 1,
      attempt: 1,
      scanner,
      candidate: snapshot.candidate,
      constraints: [],
    },
    { snapshot, signal: new AbortController().signal, cacheDir: null, progress: () => {} },
  );
  await snapshot.dispose();
  return review.findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`);
}
