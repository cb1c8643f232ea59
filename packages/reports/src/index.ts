export { costRows, costText } from './cost-text.ts';
export { anchorInDiff, type DiffAnchor } from './hunk-anchor.ts';
export { jsonDocument, jsonLine } from './json-text.ts';
export { lineHashes } from './line-hash.ts';
export { createPaint, type Paint } from './paint.ts';
export { count, oneLine } from './plain-text.ts';
export {
  bareContext,
  type ReportContext,
  type ReportedFinding,
  type Reporter,
} from './report-context.ts';
export { findReporter, reporterNames } from './reporters.ts';
export { candidateText, countsText, evaluatedText, short, verdictText } from './verdict-text.ts';
