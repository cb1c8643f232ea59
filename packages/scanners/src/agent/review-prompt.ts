import type { FileGroup, PromptData, PromptParts } from '@magi/agents';
import type { ScanInput } from '@magi/contracts';

/** What one call has to look at. */
export interface ReviewTask {
  readonly input: ScanInput;
  /** What the persona is there for. */
  readonly mandate: string;
  readonly group: FileGroup;
  readonly related: readonly PromptData[];
  /** All changed files, so that a part of the change is judged as a part. */
  readonly overview: string;
}

/**
 * The question to a reviewer: persona and checks are trusted, everything from the candidate (goal,
 * change, context, wording of constraints) travels as data.
 */
export function reviewPrompt(task: ReviewTask): PromptParts {
  const { scanner, candidate, constraints } = task.input;
  return {
    role: scanner.role,
    instructions: [
      task.mandate,
      'Review the change that follows. Decide each check for the files shown, and report every problem you can prove from the text.',
      `Checks (a statement is true when all is well; a problem of at least the given severity makes it false):\n${scanner.checks
        .map(({ id, statement, failAt }) => `- ${id} [${failAt}]: ${statement}`)
        .join('\n')}`,
    ].join('\n\n'),
    rules: [
      'Only files shown as changed are under review; unchanged lines around them explain the change.',
      'A check is true only when you looked at all that is shown and found nothing against it; null when you cannot tell.',
      'Each finding names a file as shown, a line of the head side (for removed lines: of the base side), and quotes one to three lines of that place word for word in "evidence", without line numbers.',
      'Severities: critical (wrong or unsafe in use), warning (should be mended), info (advice).',
      '"check" is the check that the finding speaks against, or null when none fits. "rule" is a short kebab-case name of the kind of problem.',
      'Do not change any file and do not run anything.',
      '"verdict" and "findings_count" are recomputed from your answers.',
    ],
    constraints: constraints
      .filter(({ state }) => state === 'open')
      .map(
        ({ id, check }) =>
          `${id}${check === null ? '' : ` (${check})`}: say whether it still holds`,
      ),
    data: [
      ...(candidate.goal === undefined
        ? []
        : [{ label: 'goal of the change', text: candidate.goal }]),
      { label: 'changed files', text: task.overview },
      ...constraints
        .filter(({ state }) => state === 'open')
        .map(({ id, text }) => ({ label: `constraint ${id}`, text })),
      ...task.group.parts.map(({ file, text, part, of }) => ({
        label: `change of ${file}${of > 1 ? `, part ${part} of ${of}` : ''}`,
        text,
      })),
      ...task.related,
    ],
  };
}
