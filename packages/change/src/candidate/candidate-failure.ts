import { fail } from '@magi/contracts';

/** Why there is no candidate. None of these may ever look like an empty, clean change. */
export interface CandidateFailure {
  readonly kind:
    | 'no-commits'
    | 'unknown-revision'
    | 'no-default-branch'
    | 'unrelated-histories'
    | 'shallow'
    | 'empty-change'
    | 'unknown-path'
    | 'unreadable-file'
    | 'unmerged'
    | 'ambiguous-paths';
  readonly message: string;
  readonly hint: string;
}

export function failed(kind: CandidateFailure['kind'], message: string, hint: string) {
  return fail<CandidateFailure>({ kind, message, hint });
}
