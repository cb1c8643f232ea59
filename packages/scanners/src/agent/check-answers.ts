import { type Assertion, type CheckSpec, isAtLeast, type ReportedFinding } from '@magi/contracts';
import type { GroupAnswer } from './group-answer.ts';

/** Assertions of a review, and where the agent contradicts itself. */
export interface CheckedAnswers {
  readonly assertions: readonly Assertion[];
  readonly faults: readonly string[];
}

/**
 * One assertion for each check, over all groups and samples.
 *
 * False as soon as one answer says so or one finding of gating severity stands against it; true only
 * when every group was answered and says true. What the agent left open, and what it did not get to
 * see, is not evaluated.
 */
export function checkAnswers(
  checks: readonly CheckSpec[],
  answers: readonly GroupAnswer[],
  findings: readonly ReportedFinding[],
): CheckedAnswers {
  const faults: string[] = [];
  const assertions = checks.map((check): Assertion => {
    const values = answers.map(({ answer }) =>
      answer.status === 'ok' ? (answer.data.checks[check.id] ?? null) : undefined,
    );
    const against = findings.filter(
      (finding) => finding.check === check.id && isAtLeast(finding.severity, check.failAt),
    );
    if (against.length > 0 && !values.includes(false))
      faults.push(
        `said that ${check.id} is true beside a ${against[0]?.severity} finding against it`,
      );
    if (against.length > 0) return { check: check.id, value: 'false' };
    if (values.includes(false)) {
      faults.push(`said that ${check.id} is false without a finding that shows it`);
      return { check: check.id, value: 'false', reason: 'the reviewer gave no finding for it' };
    }
    const unanswered = values.filter((value) => value === undefined).length;
    if (unanswered > 0)
      return notEvaluated(check.id, `${unanswered} of ${values.length} calls were not answered`);
    if (values.includes(null)) return notEvaluated(check.id, 'the reviewer could not decide it');
    return values.length === 0
      ? notEvaluated(check.id, 'there was nothing to look at')
      : { check: check.id, value: 'true' };
  });
  return { assertions, faults };
}

function notEvaluated(check: string, reason: string): Assertion {
  return { check, value: 'not_evaluated', kind: 'degraded', reason };
}
