import type { MagiConfig, Protocol, ScannerSpec } from '@magi/contracts';
import { expect, it } from 'vitest';
import { choosePanel } from '../panel/choose-panel.ts';
import { memorySnapshot } from '../testing/index.ts';
import { createScannerPool } from './scanner-pool.ts';

it('answers every check of a scanner and quotes the changed line', async () => {
  const review = await scan('core', {
    base: { 'src/a.ts': 'export const a = 1;\n' },
    head: { 'src/a.ts': 'export const a = 1;\ndebugger;\n' },
  });
  expect(review.assertions).toContainEqual(
    expect.objectContaining({ check: 'leaves_no_debris', value: 'false' }),
  );
  expect(review.assertions).toContainEqual({ check: 'parses_cleanly', value: 'true' });
  expect(review.assertions).toContainEqual(
    expect.objectContaining({ check: 'achieves_stated_goal', value: 'not_evaluated' }),
  );
  expect(review.findings).toEqual([
    expect.objectContaining({
      rule: 'no-debugger',
      file: 'src/a.ts',
      line: 2,
      evidence: 'debugger;',
    }),
  ]);
  expect(review.coverage).toEqual([{ file: 'src/a.ts', state: 'seen' }]);
});

async function scan(
  scanner: string,
  sides: { base: Record<string, string>; head: Record<string, string> },
) {
  const snapshot = memorySnapshot(sides);
  const spec = await specOf(scanner, snapshot);
  const pool = createScannerPool({ mode: 'inline' });
  const { candidate } = snapshot;
  return pool.scan(
    { round: 1, attempt: 1, scanner: spec, candidate, constraints: [] },
    { snapshot, signal: new AbortController().signal, cacheDir: null, progress: () => {} },
  );
}

async function specOf(
  id: string,
  snapshot: ReturnType<typeof memorySnapshot>,
): Promise<ScannerSpec> {
  const panel = await choosePanel({
    candidate: snapshot.candidate,
    readBase: (path) => snapshot.read('base', path),
    listBase: () => snapshot.list('base'),
    readChanged: snapshot.read,
    config: {} as MagiConfig,
    protocol: {
      id: 'magi',
      panel: { scanners: [], select: 'routing', timeoutMs: 60_000, fault: { retries: 0 } },
      gate: { max: {} },
    } as unknown as Protocol,
    scanners: [id],
  });
  const spec = panel.ok ? panel.value.panel[0] : undefined;
  if (spec === undefined) throw new Error(JSON.stringify(panel));
  return spec;
}
