import { afterEach, expect, it } from 'vitest';
import { memorySnapshot } from '../testing/index.ts';
import { createScannerPool, type ScannerPool } from './scanner-pool.ts';

const workerUrl = new URL('../../test/fixtures/scripted-worker.js', import.meta.url);
const pools: ScannerPool[] = [];

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

it('returns what the worker answers', async () => {
  const scan = givenPool();
  await expect(scan('answers')).resolves.toMatchObject({ reason: 'answered' });
});

it('lets the worker read the snapshot of the main thread', async () => {
  const scan = givenPool();
  const review = await scan('reads');
  expect(JSON.parse(review.reason ?? '')).toMatchObject({ ok: true });
});

it('rejects with what the worker threw', async () => {
  const scan = givenPool();
  await expect(scan('throws')).rejects.toThrow('it went wrong');
});

it('ends a worker that hangs past its time and finishes the scans beside it', async () => {
  const scan = givenPool();
  const hung = scan('hangs', 100);
  const beside = scan('waits');
  await expect(hung).rejects.toThrow(/timeout/i);
  await expect(beside).resolves.toMatchObject({ reason: 'answered late' });
});

it('fails only the scan that crashes its worker', async () => {
  const scan = givenPool();
  const crashed = scan('crashes');
  const beside = scan('waits');
  await expect(crashed).rejects.toThrow('the worker of the scanner crashes crashed');
  await expect(beside).resolves.toMatchObject({ reason: 'answered late' });
});

it('rejects at once when the scan is aborted, and keeps the worker', async () => {
  const scan = givenPool();
  const controller = new AbortController();
  const aborted = scan('waits', 60_000, controller.signal);
  controller.abort(new Error('not needed any more'));
  await expect(aborted).rejects.toThrow('not needed any more');
  await expect(scan('answers')).resolves.toMatchObject({ reason: 'answered' });
});

function givenPool() {
  const pool = createScannerPool({ mode: 'worker', workerUrl });
  pools.push(pool);
  const snapshot = memorySnapshot({ base: { 'a.ts': 'a\n' }, head: { 'a.ts': 'b\n' } });
  return (id: string, timeoutMs = 60_000, signal = new AbortController().signal) =>
    pool.scan(
      {
        round: 1,
        attempt: 1,
        scanner: { id, role: id, kind: 'builtin', checks: [], timeoutMs, retries: 0 },
        candidate: snapshot.candidate,
        constraints: [],
      },
      { snapshot, signal, cacheDir: null, progress: () => {} },
    );
}
