import type { Review, ScanInput } from '@magi/contracts';

/** The review of a scanner whose work does not count: it asserts nothing and saw no file. */
export function failedReview({ scanner, candidate }: ScanInput, reason: string): Review {
  return {
    scanner: scanner.id,
    role: scanner.role,
    tree: candidate.head.tree,
    status: 'failed',
    reason,
    assertions: [],
    findings: [],
    coverage: candidate.files.map(({ path }) => ({ file: path, state: 'unseen', reason })),
  };
}
