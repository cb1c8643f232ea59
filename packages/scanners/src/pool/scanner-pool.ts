import { MagiError, type Review, type ScanContext, type ScanInput } from '@magi/contracts';
import { analysisVersion } from '../analysis/analysis-version.ts';
import { createInlinePool } from './inline-pool.ts';
import { keepReviews } from './kept-reviews.ts';
import { createWorkerPool } from './worker-pool.ts';

export interface PoolOptions {
  /** `inline` runs on the calling thread; `worker` needs the built worker file. */
  readonly mode: 'inline' | 'worker';
  readonly workerUrl?: URL;
  /** Worker threads at most. The scans of one candidate share a thread. Default 1. */
  readonly concurrency?: number;
}

/** Runs built-in scanners. Scans of one candidate share what they derive from it. */
export interface ScannerPool {
  /** Answers for one scanner; rejects when the scan is aborted, hangs past its time or crashes. */
  scan(input: ScanInput, context: ScanContext): Promise<Review>;
  close(): Promise<void>;
}

/** Creates a pool; nothing is started before the first scan. */
export function createScannerPool(options: PoolOptions): ScannerPool {
  const pool = options.mode === 'inline' ? createInlinePool() : keptWorkerPool(options);
  return {
    scan: (input, context) => scanWithinTime(pool, input, context),
    close: () => pool.close(),
  };
}

function keptWorkerPool(options: PoolOptions): ScannerPool {
  const { workerUrl } = options;
  if (workerUrl === undefined) {
    throw new MagiError('MAGI_SCANNER_WORKER', 'the scanner pool was given no worker file');
  }
  let pool: ScannerPool | null = null;
  const opened = (): ScannerPool => {
    if (pool === null) {
      const version = analysisVersion(workerUrl);
      const { concurrency = 1 } = options;
      pool = keepReviews(createWorkerPool({ url: workerUrl, version }, concurrency), version);
    }
    return pool;
  };
  return {
    scan: async (input, context) => opened().scan(input, context),
    close: async () => pool?.close(),
  };
}

/** A scan ends with its own time even if its caller forgets about it. */
async function scanWithinTime(
  pool: ScannerPool,
  input: ScanInput,
  context: ScanContext,
): Promise<Review> {
  const { timeoutMs, id } = input.scanner;
  const controller = new AbortController();
  const onAbort = () => controller.abort(context.signal.reason);
  if (context.signal.aborted) onAbort();
  context.signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => {
    const message = `the scanner ${id} took longer than its timeout of ${timeoutMs} ms`;
    controller.abort(new MagiError('MAGI_SCANNER_TIMEOUT', message));
  }, timeoutMs);
  try {
    const { snapshot, cacheDir } = context;
    const progress = (message: string) => context.progress(message);
    return await pool.scan(input, { snapshot, cacheDir, progress, signal: controller.signal });
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener('abort', onAbort);
  }
}
