import { type Finding, MagiError } from '@magi/contracts';
import type { RunContext } from '@magi/engine';
import { didYouMean } from '../composition/suggest.ts';

/**
 * The findings of a run that are meant: an id, or a unique beginning of one, as its last round
 * knew it.
 *
 * @throws `MAGI_FINDING_UNKNOWN`, `MAGI_FINDING_AMBIGUOUS`, exit 2
 */
export function findFindings(
  { history }: RunContext,
  references: readonly string[],
): readonly Finding[] {
  const known = new Map<string, Finding>();
  for (const { consolidation } of history) {
    for (const { finding } of consolidation.suppressed) known.set(finding.id, finding);
    for (const finding of consolidation.findings) known.set(finding.id, finding);
  }
  return references.map((reference) => choose(known, reference));
}

function choose(known: ReadonlyMap<string, Finding>, reference: string): Finding {
  const exact = known.get(reference);
  if (exact !== undefined) return exact;
  const matches = [...known.values()].filter(({ id }) => id.startsWith(reference));
  const [match, other] = matches;
  if (match !== undefined && other === undefined && reference !== '') return match;
  if (match === undefined || reference === '') {
    const suggestion = didYouMean(reference, [...known.keys()]);
    throw new MagiError(
      'MAGI_FINDING_UNKNOWN',
      `This run has no finding "${reference}".${suggestion}`,
      {
        hint: 'The ids stand below the findings that magi review prints.',
        exitCode: 2,
      },
    );
  }
  const names = matches.slice(0, 5).map(({ id }) => id);
  throw new MagiError(
    'MAGI_FINDING_AMBIGUOUS',
    `"${reference}" means ${matches.length} findings: ${names.join(', ')}${matches.length > 5 ? ', …' : ''}.`,
    { hint: 'Give more of the id.', exitCode: 2 },
  );
}
