import type { Review, ScanContext, ScanInput } from '@magi/contracts';
import { createInlinePool } from './inline-pool.ts';
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
  return options.mode === 'inline' ? createInlinePool() : createWorkerPool(options);
}
