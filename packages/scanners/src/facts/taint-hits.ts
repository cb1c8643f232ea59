import { analyseTaint, type TaintLanguage } from '../taint/index.ts';
import type { TaintAnalysis } from './read-script.ts';

/** Findings of the taint engine as hits of the checks that they name. */
export const taintHits: TaintAnalysis = ({ path, text, language }, parsed) =>
  analyseTaint({ file: path, text, language: language as TaintLanguage, parsed }).map(
    (finding) => ({
      check: finding.check,
      rule: finding.rule,
      severity: finding.severity,
      line: finding.line,
      endLine: Math.min(finding.endLine, finding.line + 4),
      message: finding.message,
      suggestion: finding.suggestion,
      symbol: finding.symbol,
      trace: finding.trace,
    }),
  );
