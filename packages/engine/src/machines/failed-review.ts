import type { Review, ScannerSpec } from '@magi/contracts';

/** The review of a scanner that gave no usable answer: it asserts nothing and saw nothing. */
export function failedReview(scanner: ScannerSpec, tree: string, reason: string): Review {
  return {
    scanner: scanner.id,
    role: scanner.role,
    tree,
    status: 'failed',
    reason,
    assertions: [],
    findings: [],
    coverage: [],
  };
}
