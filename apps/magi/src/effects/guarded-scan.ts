import {
  type Integrity,
  type IntegrityChange,
  integrityChanges,
  integrityOf,
  type Repository,
} from '@magi/change';
import { type Json, Review, ScanInput } from '@magi/contracts';
import { failedReview } from '@magi/scanners';
import type { EffectHandler } from '../composition/effect-runner.ts';

/** What reviewers of a loop are watched against. */
export interface ScanGuard {
  readonly repository: Repository;
  /** Full name of the candidate's branch; null for a detached HEAD. */
  readonly branch: string | null;
}

/**
 * The effect `scan` of a loop: fingerprints the repository around each reviewer that is not built in.
 *
 * A reviewer that moved HEAD or the candidate's branch, or wrote files, index or configuration, has
 * no review: `candidate_integrity_failure` or `reviewer_integrity_failure` with what changed. It is
 * not asked again. Other branches that moved meanwhile are a note of its review. Reviewers of one
 * round share the fingerprint of its start, so whoever is still reading when one of them writes is
 * void as well.
 */
export function guardedScan(scan: EffectHandler, guard: ScanGuard): EffectHandler {
  let start: { readonly of: string; readonly fingerprint: Promise<Integrity> } | null = null;
  const startOf = (input: ScanInput): Promise<Integrity> => {
    const of = `${input.round} ${input.candidate.head.tree}`;
    if (start?.of !== of) start = { of, fingerprint: integrityOf(guard.repository) };
    return start.fingerprint;
  };
  return {
    async run(request, context) {
      const input = ScanInput.parse(request.input);
      if (input.scanner.kind === 'builtin') return scan.run(request, context);
      const before = await startOf(input);
      const settled = await scan.run(request, context).then(
        (output) => ({ output }),
        (error: unknown) => ({ error }),
      );
      context.signal.throwIfAborted();
      const changes = integrityChanges(before, await integrityOf(guard.repository), guard.branch);
      const grave = changes.filter(({ kind }) => kind !== 'ref');
      if (grave.length > 0) return voidReview(input, grave) as Json;
      if ('error' in settled) throw settled.error;
      return changes.length === 0 ? settled.output : (withNotes(settled.output, changes) as Json);
    },
  };
}

function voidReview(input: ScanInput, changes: readonly IntegrityChange[]): Review {
  const isMoved = changes.some(({ kind }) => /^(head|candidate_ref|attempt_ref)$/.test(kind));
  const violation = isMoved ? 'candidate_integrity_failure' : 'reviewer_integrity_failure';
  return failedReview(input, `${violation}: ${changes.map(({ message }) => message).join('; ')}`);
}

function withNotes(output: Json, changes: readonly IntegrityChange[]): Review {
  const review = Review.parse(output);
  const notes = changes.map(({ message }) => `meanwhile ${message}`);
  return { ...review, notes: [...(review.notes ?? []), ...notes] };
}
