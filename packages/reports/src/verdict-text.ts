import type { ReviewOutput } from '@magi/contracts';
import { count } from './plain-text.ts';

/**
 * The verdict in one sentence; how many checks stand behind it is said in the same breath.
 *
 * @example `REJECT: 2 gating findings, 1 advice; 14 of 17 checks evaluated`
 */
export function verdictText(review: ReviewOutput): string {
  return `${review.verdict}: ${countsText(review)}; ${evaluatedText(review)}`;
}

/** `2 gating findings, 1 advice, 1 set aside`, or `no findings`. */
export function countsText(review: ReviewOutput): string {
  const gating = review.findings.filter((finding) => finding.gating).length;
  const advice = review.findings.length - gating;
  const aside = review.suppressed?.length ?? 0;
  const parts = [
    ...(review.findings.length === 0 ? ['no findings'] : []),
    ...(gating > 0 ? [count(gating, 'gating finding')] : []),
    ...(advice > 0 ? [`${advice} advice`] : []),
    ...(aside > 0 ? [`${aside} set aside`] : []),
  ];
  return parts.join(', ');
}

/** `14 of 17 checks evaluated`. */
export function evaluatedText(review: ReviewOutput): string {
  return `${review.evaluated.checks} of ${count(review.evaluated.of, 'check')} evaluated`;
}

/** `main..feature, 4 files, +52 -3`. */
export function candidateText(review: ReviewOutput): string {
  const { base, head, files } = review.candidate;
  const added = files.reduce((sum, file) => sum + (file.added ?? 0), 0);
  const removed = files.reduce((sum, file) => sum + (file.removed ?? 0), 0);
  return `${short(base)}..${short(head)}, ${count(files.length, 'file')}, +${added} -${removed}`;
}

/** Checks that nobody could decide, with the reason. */
export function undecidedChecks(review: ReviewOutput): ReviewOutput['checks'] {
  return review.checks.filter((check) => check.value === 'not_evaluated');
}

/** Shortens an object id as git does for people; other names stay. */
export function short(revision: string): string {
  return /^[0-9a-f]{40,64}$/.test(revision) ? revision.slice(0, 12) : revision;
}
