import type { Conflict, Cost, FixInput, FixReport } from '@magi/contracts';
import { dispositionOf, failed } from '../report-parts.ts';
import type { FixAnswer } from './fix-answer.ts';

/**
 * An agent's answer as the report of a fixer.
 *
 * A conflict without contents, or about a constraint that nobody gave it, makes the attempt fail: it
 * must not be a way out. What is said about findings that nobody gave it is dropped.
 */
export function reportOfAnswer(
  answer: FixAnswer,
  input: FixInput,
  { fixer, cost }: { readonly fixer: string; readonly cost: Cost },
): FixReport {
  const conflicts = answer.conflicts.map((conflict) => toConflict(conflict, input));
  const stranger = conflicts.find((conflict) => typeof conflict === 'string');
  if (stranger !== undefined) {
    return failed(
      `the conflict is about "${stranger}", which is no constraint of this attempt`,
      cost,
    );
  }
  if (answer.outcome === 'conflict' && conflicts.length === 0) {
    return failed('the fixer reported a conflict and named none', cost);
  }
  return {
    outcome: conflicts.length > 0 ? 'conflict' : answer.outcome,
    dispositions: answer.dispositions.flatMap((said) => dispositionOf(said, input, fixer)),
    conflicts: conflicts.filter((conflict) => typeof conflict !== 'string'),
    ...(answer.summary.trim() === '' ? {} : { reason: answer.summary }),
    cost,
  };
}

function toConflict(
  said: FixAnswer['conflicts'][number],
  { constraints }: FixInput,
): Conflict | string {
  const constraint = constraints.find(({ id, key }) => [id, key].includes(said.constraint));
  if (constraint === undefined) return said.constraint;
  return {
    key: constraint.key,
    requiredProperty: said.required_property,
    conflictsWith: said.conflicts_with,
    why: said.why,
    alternatives: said.alternatives.map(({ text, satisfies, cost }) => ({
      text,
      satisfies,
      ...(cost === null ? {} : { cost }),
    })),
  };
}
