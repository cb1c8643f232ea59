import { type EventLog, type Review, sanitiseForTerminal, sanitiseLine } from '@magi/contracts';
import type { RunContext } from '@magi/engine';
import { costText, count } from '@magi/reports';

/** What one scanner was asked and answered in the last round, with the answer that was unusable. */
export interface ScannerExplanation {
  readonly review: Review;
  readonly because: string | null;
  /** What it said when that could not be used, redacted; null when there is no such answer. */
  readonly rawAnswer: string | null;
}

/** Finds the review of a scanner by its id; null when no member of the panel has it. */
export async function explainScanner(
  { panel, reviews }: RunContext,
  id: string,
  log: EventLog,
): Promise<ScannerExplanation | null> {
  const review = reviews.find(({ scanner }) => scanner === id);
  if (review === undefined) return null;
  const { rawAnswer } = review;
  const bytes = rawAnswer === undefined ? null : await log.getBlob(rawAnswer);
  return {
    review,
    because: panel.find((spec) => spec.id === id)?.because ?? null,
    rawAnswer: bytes === null ? null : new TextDecoder().decode(bytes),
  };
}

/** The explanation in words. */
export function scannerText({ review, because, rawAnswer }: ScannerExplanation): string {
  const { scanner, role, status, reason, assertions, findings, coverage, cost = {} } = review;
  const seen = coverage.filter(({ state }) => state === 'seen').length;
  const lines = [
    `${scanner} (${role}): ${status}${reason === undefined ? '' : `, ${reason}`}`,
    ...(because === null ? [] : [`  on the panel because ${because}`]),
    ...(review.claimedVerdict === undefined
      ? []
      : [`  claimed ${review.claimedVerdict}; the verdict is computed from what it found`]),
    `  ${count(findings.length, 'finding')}, ${seen} of ${count(coverage.length, 'file')} seen`,
    ...assertions.map(
      (assertion) =>
        `  ${assertion.value.padEnd(13)} ${assertion.check}${'reason' in assertion && assertion.reason ? `: ${assertion.reason}` : ''}`,
    ),
    ...(review.faults ?? []).map((fault) => `  fault: ${fault}`),
    ...(review.notes ?? []).map((note) => `  ${note}`),
    ...(costText(cost) === '' ? [] : [`  cost: ${costText(cost)}`]),
    ...Object.entries(review.tools ?? {}).map(([tool, version]) => `  ${tool} ${version}`),
  ].map(sanitiseLine);
  const raw =
    rawAnswer === null
      ? review.rawAnswer === undefined
        ? []
        : ['  its answer is not kept any more']
      : [
          '  what it said:',
          ...sanitiseForTerminal(rawAnswer)
            .split('\n')
            .map((line) => `  │ ${line}`),
        ];
  return `${[...lines, ...raw].join('\n')}\n`;
}
