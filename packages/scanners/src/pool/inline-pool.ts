import { createAnalysisHost } from '../analysis/analysis-host.ts';
import type { ScannerPool } from './scanner-pool.ts';

/** Scans on the calling thread. A scan that hangs hangs the caller: for tests. */
export function createInlinePool(): ScannerPool {
  const host = createAnalysisHost();
  return {
    scan: (input, context) => host.review(input, context),
    close: async () => {},
  };
}
