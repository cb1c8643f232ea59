import { jsonDocument, jsonLine } from './json-text.ts';
import type { Reporter } from './report-context.ts';

/** The review as one JSON document (`docs/formats/review-output.schema.json`). */
export const json: Reporter = (review) => jsonDocument(review);

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
  return lines.map(jsonLine).join('');
};
