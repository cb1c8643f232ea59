import { type Assertion, type CheckSpec, isAtLeast } from '@magi/contracts';
import { nameOfLanguage } from '../change/language.ts';
import type { ChangedSource } from '../change/source.ts';
import type { CheckAnswer } from './answer.ts';

/**
 * Turns the evidence of one check into an assertion.
 *
 * False only through a hit at or above the gating severity. True only if something was looked at.
 * Silence is never true.
 */
export function decide(spec: CheckSpec, answer: CheckAnswer | null): Assertion {
  const check = spec.id;
  if (answer === null) {
    return notEvaluated(
      check,
      'unsupported',
      'no built-in analysis decides this check; it needs a model or a report',
    );
  }
  const gating = answer.hits.filter((hit) => isAtLeast(hit.severity, spec.failAt));
  if (gating.length > 0) {
    const places = gating.length === 1 ? 'one place' : `${gating.length} places`;
    return { check, value: 'false', reason: `broken in ${places}` };
  }
  if (answer.notEvaluated !== null) {
    return notEvaluated(check, answer.notEvaluated.kind, answer.notEvaluated.reason);
  }
  if (answer.looked.length > 0) return { check, value: 'true' };
  const total = answer.unsupported.length + answer.limited.length;
  if (total === 0) {
    return notEvaluated(
      check,
      'not_applicable',
      'nothing in the change is what this check is about',
    );
  }
  if (answer.limited.length === 0) {
    const reason = `no analysis for ${languagesOf(answer.unsupported)} (${total} of ${total} files)`;
    return notEvaluated(check, 'unsupported', reason);
  }
  if (answer.missingTool !== null) return notEvaluated(check, 'missing_tool', answer.missingTool);
  const reason = `${answer.limited.length} of ${total} files could not be analysed`;
  return notEvaluated(check, 'degraded', reason);
}

/** What a check did not look at although it is about it; null when it looked at everything. */
export function gapOf(answer: CheckAnswer): string | null {
  const missed = answer.unsupported.length + answer.limited.length;
  if (missed === 0 || answer.looked.length === 0) return null;
  const causes = [
    ...(answer.unsupported.length > 0 ? [languagesOf(answer.unsupported)] : []),
    ...(answer.limited.length > 0 ? ['not analysable'] : []),
  ];
  return `${missed} of ${missed + answer.looked.length} files not looked at (${causes.join(', ')})`;
}

function languagesOf(sources: readonly ChangedSource[]): string {
  return [...new Set(sources.map((source) => nameOfLanguage(source.language)))].sort().join(', ');
}

function notEvaluated(
  check: string,
  kind: 'unsupported' | 'not_applicable' | 'degraded' | 'missing_tool',
  reason: string,
): Assertion {
  return { check, value: 'not_evaluated', kind, reason };
}
