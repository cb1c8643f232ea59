import type { Reporter } from './report-context.ts';

/** The review as one JSON document (`docs/formats/review-output.schema.json`). */
export const json: Reporter = (review) => `${JSON.stringify(review, null, 2)}\n`;

/**
 * The review as JSON lines: one `verdict`, then one line per check, finding and coverage row, each
 * with its `type`.
 */
export const jsonl: Reporter = (review) => {
  const { checks, findings, coverage, ...verdict } = review;
  const lines = [
    { type: 'verdict', ...verdict },
    ...checks.map((check) => ({ type: 'check', ...check })),
    ...findings.map((finding) => ({ type: 'finding', ...finding })),
    ...coverage.map((row) => ({ type: 'coverage', ...row })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
};
