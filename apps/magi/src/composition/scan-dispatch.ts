import { MagiError, type Review, type ScanContext, type ScanInput } from '@magi/contracts';
import { createScannerPool } from '@magi/scanners';

/** Hands each scan to what can do it. */
export interface ScanDispatch {
  scan(input: ScanInput, context: ScanContext): Promise<Review>;
  close(): Promise<void>;
}

/** Built-in scanners run in a worker thread. */
export function createScanDispatch({ workerUrl }: { readonly workerUrl: URL }): ScanDispatch {
  const pool = createScannerPool({ mode: 'worker', workerUrl });
  return {
    scan(input, context) {
      if (input.scanner.kind === 'builtin') return pool.scan(input, context);
      throw new MagiError('MAGI_SCANNER_KIND', `Nothing here runs ${input.scanner.kind} scanners.`);
    },
    close: () => pool.close(),
  };
}
