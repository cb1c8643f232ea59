import { type Attempt, type Finding, type RoundRecord, sanitiseLine } from '@magi/contracts';

interface Answered {
  readonly finding: Finding;
  readonly isFixed: boolean;
  readonly words: string;
}

/**
 * `r2-fix-summary.md`: what the attempt after a round mended and what it could not.
 *
 * The next round is the witness where there is one; before it, the fixer's own word is passed on as
 * such.
 */
export function fixSummary(
  { round, consolidation }: RoundRecord,
  attempt: Attempt,
  next: RoundRecord | undefined,
): string {
  const answers = consolidation.findings.map((finding) => answerTo(finding, attempt, next));
  const [fixed, open] = [true, false].map((wanted) =>
    answers.filter(({ isFixed }) => isFixed === wanted),
  ) as [Answered[], Answered[]];
  const files = attempt.written.map(({ file }) => file);
  return [
    `# Fix summary of round ${round}`,
    '',
    '## Fixed',
    '',
    ...listOf(fixed),
    '',
    '## Could not fix',
    '',
    ...listOf(open),
    '',
    '## Files modified',
    '',
    ...(files.length > 0 ? files.map((file) => `- ${sanitiseLine(file)}`) : ['- none']),
    '',
    '## Totals',
    '',
    `- fixed: ${fixed.length}`,
    `- could not fix: ${open.length}`,
    '',
  ].join('\n');
}

function listOf(answers: readonly Answered[]): string[] {
  if (answers.length === 0) return ['- none'];
  return answers.map(({ finding: { severity, file, line, message }, words }) =>
    sanitiseLine(`- [${severity}] ${file}:${line} -- ${message}: ${words}`),
  );
}

function answerTo(finding: Finding, attempt: Attempt, next: RoundRecord | undefined): Answered {
  const said = attempt.dispositions.find(({ fingerprint }) => fingerprint === finding.fingerprint);
  if (attempt.outcome !== 'committed') {
    const words = said?.reason ?? attempt.reason ?? `the attempt ended as ${attempt.outcome}`;
    return { finding, isFixed: false, words };
  }
  if (next !== undefined) {
    const isThere = next.consolidation.findings.some(({ id }) => id === finding.id);
    const words = isThere ? 'still reported in the next round' : 'not reported any more';
    return { finding, isFixed: !isThere, words: said?.reason ?? words };
  }
  const isFixed = said === undefined || said.value === 'fixed';
  return { finding, isFixed, words: said?.reason ?? 'not reviewed again yet' };
}
