import { z } from 'zod';

/** How bad a finding is. `info` is advice: it never turns a check false by itself. */
export const Severity = z.enum(['critical', 'warning', 'info']);
export type Severity = z.infer<typeof Severity>;

const rank: Record<Severity, number> = { critical: 2, warning: 1, info: 0 };

/** True when `severity` is as bad as `threshold` or worse. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return rank[severity] >= rank[threshold];
}

/** Orders severities, worst first, for `Array.prototype.sort`. */
export function bySeverity(a: Severity, b: Severity): number {
  return rank[b] - rank[a];
}
