import {
  type Assertion,
  isAtLeast,
  type ReportedFinding,
  type Review,
  type ReviewFeedback,
  type ScannerSpec,
} from '@magi/contracts';

/** Name of the feedback file of a role: lower case, spaces as underscores. */
export function feedbackName(role: string): string {
  const slug = role
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^a-z0-9_-]/g, '');
  return `review_feedback_${slug}.json`;
}

/**
 * One review in the published shape.
 *
 * Checks that a scanner can never decide, or that do not apply, are left out: their readers take
 * every key for a vote. What it could have decided and did not is false. A failed review denies all
 * that its scanner was asked.
 */
export function reviewFeedback(review: Review, spec: ScannerSpec | undefined): ReviewFeedback {
  if (review.status === 'failed') return failedFeedback(review, spec);
  const votes = review.assertions.filter(isVote);
  const unlisted = review.findings.filter(isUnlisted);
  const isClean = votes.every(({ value }) => value === 'true') && unlisted.length === 0;
  const isWhole = review.status === 'completed';
  return {
    checklist: Object.fromEntries(votes.map(({ check, value }) => [check, value === 'true'])),
    verdict: isClean && isWhole ? 'ACCEPT' : 'REJECT',
    reasoning: [
      ...(isWhole ? [] : [`The review is incomplete: ${review.reason ?? 'no reason given'}`]),
      ...votes.filter(({ value }) => value !== 'true').map((vote) => reasonOf(vote, review)),
    ],
    ...(unlisted.length > 0 ? { unlisted_issues_found: unlisted.map(describe) } : {}),
    ...(review.findings.length > 0 ? { comments: review.findings.map(comment) } : {}),
  };
}

function failedFeedback(review: Review, spec: ScannerSpec | undefined): ReviewFeedback {
  return {
    checklist: Object.fromEntries((spec?.checks ?? []).map(({ id }) => [id, false])),
    verdict: 'REJECT',
    reasoning: [`The scanner failed: ${review.reason ?? 'no reason given'}`],
  };
}

function isVote(assertion: Assertion): boolean {
  if (assertion.value !== 'not_evaluated') return true;
  return assertion.kind === 'degraded' || assertion.kind === 'missing_tool';
}

function reasonOf(vote: Assertion, review: Review): string {
  if (vote.value === 'not_evaluated') return `${vote.check}: not evaluated: ${vote.reason}`;
  const said = vote.value === 'false' ? vote.reason : undefined;
  const findings = review.findings.filter(({ check }) => check === vote.check).map(describe);
  return `${vote.check}: ${said ?? (findings.join('; ') || 'does not hold')}`;
}

function isUnlisted(finding: ReportedFinding): boolean {
  return finding.check === undefined && isAtLeast(finding.severity, 'warning');
}

function describe({ file, line, message }: ReportedFinding): string {
  return `${file}:${line} ${message}`;
}

function comment({ file, line, message, suggestion }: ReportedFinding) {
  return { file, line, comment: suggestion ? `${message} (${suggestion})` : message };
}
