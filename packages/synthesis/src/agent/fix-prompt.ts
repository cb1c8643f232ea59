import type { PromptData, PromptParts } from '@magi/agents';
import type { FixInput } from '@magi/contracts';

/**
 * The task of a fixer: what must hold, what a person has decided, and how to say that it cannot be.
 *
 * Constraints are binding and suggestions are not. Everything that was written by others (goal,
 * findings with their quotes, wording of constraints, files) travels as data.
 *
 * @param files contents for a model that cannot read them itself
 */
export function fixPrompt(input: FixInput, files: readonly PromptData[] | null): PromptParts {
  const { candidate, constraints, findings, resolutions } = input;
  const open = constraints.filter(({ state }) => state === 'open');
  return {
    role: 'Fixer',
    instructions: [
      files === null
        ? 'Change files below your working directory so that every constraint below holds.'
        : 'Give the edits that make every constraint below hold.',
      `This is attempt ${input.attempt}, after review ${input.round}. What you change is measured, validated and reviewed again by others.`,
      open.length === 0
        ? 'Nobody has reviewed anything yet: do the work that the goal describes.'
        : `Constraints:\n${open.map(({ id, check }) => `- ${id}${check === null || check === id ? '' : ` (${check})`}`).join('\n')}`,
    ].join('\n\n'),
    rules: [
      'A constraint says what must be true. A suggestion is one way to get there: a smaller or different change that makes the same true is as good.',
      'Change nothing that no constraint asks for, break nothing that works, and bring no new problem with you.',
      'Do not delete or weaken tests, do not silence checks, do not touch anything outside of the working directory.',
      'Leave version control alone: no commits, no branches, no history.',
      'If a constraint cannot hold without breaking another decision, mend all others, change nothing for this one, and answer with outcome "conflict": the id of the constraint, the property that it requires, what stands against it, why, and the alternatives that you considered.',
      'For every finding say what became of it: fixed, declined (with the reason why it is none) or deferred (with the reason why not now).',
      ...(files === null
        ? []
        : [
            'Each edit names a file as shown and a "search" text that occurs exactly once in it, word for word; an empty "search" makes a new file.',
          ]),
    ],
    constraints: resolutions.map(
      ({ key, resolution }) => `${key}: a person decided: ${resolution ?? 'go on'}`,
    ),
    data: [
      ...(candidate.goal === undefined
        ? []
        : [{ label: 'goal of the change', text: candidate.goal }]),
      ...open.map(({ id, text }) => ({ label: `constraint ${id}`, text })),
      ...findings.map((finding) => ({
        label: `finding ${finding.id}`,
        text: [
          `${finding.severity}, ${finding.file}:${finding.line}: ${finding.message}`,
          `stands there: ${finding.evidence}`,
          ...(finding.suggestion === undefined ? [] : [`suggestion: ${finding.suggestion}`]),
        ].join('\n'),
      })),
      ...(files ?? []),
    ],
  };
}
