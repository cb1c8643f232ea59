import type { TaintLimit } from './taint-finding.ts';

/**
 * How much the engine is willing to read.
 *
 * Beyond these sizes a file is generated or minified: its findings help nobody and its cost is
 * unbounded. Limits are sizes, never clocks, so that the same text always gives the same answer.
 */
export const TaintLimits = {
  /** UTF-16 units of a file. */
  maxLength: 1_000_000,
  /** UTF-16 units of one line. */
  maxLineLength: 5_000,
  /** Syntax nodes of a file. */
  maxNodes: 400_000,
  /** Nesting of expressions that a value is followed through. */
  maxDepth: 24,
  /** Source units of a regular expression that is analysed for backtracking. */
  maxRegexLength: 400,
  /** Findings reported of one file. */
  maxFindings: 500,
} as const;

/** Names the limit a text breaks before it is even parsed, if it breaks one. */
export function brokenLimit(text: string): TaintLimit | undefined {
  if (text.length > TaintLimits.maxLength) return 'file-too-large';
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const length = (end < 0 ? text.length : end) - start;
    if (length > TaintLimits.maxLineLength) return 'line-too-long';
    if (end < 0) break;
    start = end + 1;
  }
  return undefined;
}
