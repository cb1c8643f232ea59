import { type Attempt, type Finding, type RoundRecord, sanitiseLine } from '@magi/contracts';

/**
 * What a producer returns for a revision: what it addressed, or which property it cannot satisfy
 * and why.
 */
export function producerReturn(record: RoundRecord, attempt: Attempt): string {
  return attempt.outcome === 'conflict' ? conflictReturn(attempt) : revisionReturn(record, attempt);
}

function revisionReturn({ consolidation }: RoundRecord, attempt: Attempt): string {
  const isDone = attempt.outcome === 'committed';
  const answers = consolidation.findings.map((finding) => ({
    finding,
    said: attempt.dispositions.find(({ fingerprint }) => fingerprint === finding.fingerprint),
  }));
  const open = answers.filter(({ said }) => !isDone || (said && said.value !== 'fixed'));
  const addressed = answers.filter((answer) => !open.includes(answer));
  return [
    isDone ? '## REVISION COMPLETE' : '## REVISION FAILED',
    '',
    `Issues addressed: ${addressed.length}/${answers.length}`,
    '',
    ...table(
      ['Plan', 'Change', 'Issue'],
      addressed.map(({ finding, said }) => [
        finding.file,
        said?.reason ?? `commit ${attempt.resultCommit ?? '?'}`,
        issueId(finding),
      ]),
    ),
    '### Unaddressed',
    '',
    ...(open.length === 0
      ? ['None.', '']
      : table(
          ['Issue', 'Reason'],
          open.map(({ finding, said }) => [
            issueId(finding),
            said?.reason ?? attempt.reason ?? `the revision ended as ${attempt.outcome}`,
          ]),
        )),
  ].join('\n');
}

function conflictReturn({ conflicts }: Attempt): string {
  return [
    '## REVISION_CONFLICT',
    '',
    `Conflicts: ${conflicts.length}`,
    '',
    ...table(
      ['Issue', 'Required property', 'Conflicts with', 'Why'],
      conflicts.map((it) => [it.key, it.requiredProperty, it.conflictsWith, it.why]),
    ),
    '### Alternatives Considered',
    '',
    ...table(
      ['Issue', 'Alternative', 'Satisfies?', 'Cost'],
      conflicts.flatMap(({ key, alternatives }) =>
        alternatives.map(({ text, satisfies, cost }) => [
          key,
          text,
          satisfies ? 'yes' : 'no',
          cost ?? '',
        ]),
      ),
    ),
  ].join('\n');
}

function issueId({ check, rule, file }: Finding): string {
  return `${check ?? rule}/${file}`;
}

/** Cells are one line each, and a bar in one of them is no border. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => sanitiseLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
