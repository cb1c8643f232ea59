import type { Severity } from '@magi/contracts';
import { z } from 'zod';

const severities: Readonly<Record<string, Severity>> = {
  blocker: 'critical',
  critical: 'critical',
  error: 'critical',
  high: 'critical',
  severe: 'critical',
  major: 'warning',
  medium: 'warning',
  moderate: 'warning',
  warn: 'warning',
  warning: 'warning',
  hint: 'info',
  info: 'info',
  low: 'info',
  minor: 'info',
  nit: 'info',
  note: 'info',
  suggestion: 'info',
};

const verdicts: Readonly<Record<string, string>> = {
  accept: 'ACCEPT',
  accepted: 'ACCEPT',
  approve: 'ACCEPT',
  approved: 'ACCEPT',
  pass: 'ACCEPT',
  reject: 'REJECT',
  rejected: 'REJECT',
  fail: 'REJECT',
};

/**
 * The form of an agent's review, for the checks it owns.
 *
 * Every check has to be answered: null stands for "could not decide". Spelling of severities and
 * lines is read leniently, meaning never: an unknown severity or a missing check is an error that
 * the agent has to correct.
 */
export function reviewAnswer(checks: readonly string[]) {
  const Check = checks.length === 0 ? z.null() : z.enum(checks as [string, ...string[]]).nullable();
  return z.object({
    checks: z.object(Object.fromEntries(checks.map((id) => [id, CheckValue]))),
    findings: z.array(
      z.object({
        check: z.preprocess((id) => (checks.includes(String(id)) ? id : null), Check),
        rule: z.string(),
        severity: z.preprocess((word) => lookUp(severities, word), Severities),
        file: z.string(),
        line: z.preprocess(leadingInteger, z.int()),
        end_line: z.preprocess(leadingInteger, z.int().nullable()),
        message: z.string(),
        evidence: z.string(),
        suggestion: z.string().nullable(),
      }),
    ),
    findings_count: z.int().nullable(),
    verdict: z.preprocess(
      (word) => lookUp(verdicts, word),
      z.enum(['ACCEPT', 'REJECT']).nullable(),
    ),
  });
}
export type ReviewAnswer = z.infer<ReturnType<typeof reviewAnswer>>;
export type AnsweredFinding = ReviewAnswer['findings'][number];

const Severities = z.enum(['critical', 'warning', 'info']);
const CheckValue = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean().nullable(),
);

function lookUp(words: Readonly<Record<string, string>>, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return Object.hasOwn(words, word) ? words[word] : value;
}

/** "12", "12-14" and "L12" mean line 12. */
function leadingInteger(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const digits = /^\s*L?(\d+)/i.exec(value)?.[1];
  return digits === undefined ? value : Number(digits);
}
