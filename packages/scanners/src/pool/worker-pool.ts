import { MagiError } from '@magi/contracts';
import type { PoolOptions, ScannerPool } from './scanner-pool.ts';

/** Scans on worker threads. */
export function createWorkerPool(options: PoolOptions): ScannerPool {
  throw new MagiError('MAGI_SCANNER_WORKER', `no worker ${options.workerUrl?.href ?? ''}`);
}
