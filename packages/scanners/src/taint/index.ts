export { analyseTaint, reportTaint } from './analyse-taint.ts';
export type {
  TaintFinding,
  TaintLanguage,
  TaintLevel,
  TaintLimit,
  TaintReport,
  TaintSource,
} from './taint-finding.ts';
export { TaintLimits } from './taint-limits.ts';
