import { type Finding, sanitiseLine } from '@magi/contracts';
import type { RunContext } from '@magi/engine';

/** One finding through the rounds of a run. */
export interface FindingExplanation {
  readonly finding: Finding;
  /** What each round said of it. */
  readonly rounds: readonly RoundOfFinding[];
}

interface RoundOfFinding {
  readonly round: number;
  readonly state: 'open' | 'suppressed' | 'gone';
  readonly because: string;
}

/** Follows a finding by its id, or a unique beginning of it; null when no round has it. */
export function explainFinding(context: RunContext, id: string): FindingExplanation | null {
  const all = context.history.flatMap(({ consolidation }) => [
    ...consolidation.findings,
    ...consolidation.suppressed.map(({ finding }) => finding),
  ]);
  const ids = new Set(all.map((finding) => finding.id).filter((known) => known.startsWith(id)));
  const chosen = ids.has(id) ? id : ids.size === 1 ? [...ids][0] : undefined;
  const finding = all.findLast((candidate) => candidate.id === chosen);
  if (finding === undefined) return null;
  return { finding, rounds: roundsOf(context, finding.id) };
}

function roundsOf(context: RunContext, id: string): RoundOfFinding[] {
  let wasSeen = false;
  return context.history.flatMap(({ round, consolidation, attempt }): RoundOfFinding[] => {
    const open = consolidation.findings.find((finding) => finding.id === id);
    const aside = consolidation.suppressed.find(({ finding }) => finding.id === id);
    if (open !== undefined) {
      wasSeen = true;
      const check = consolidation.checks.find(({ id: check }) => check === open.check);
      const because =
        check === undefined
          ? 'an issue that no check lists'
          : `${check.id} is ${check.value}: ${check.reason}`;
      return [{ round, state: 'open', because }];
    }
    if (aside !== undefined) {
      wasSeen = true;
      const { value, by, reason } = aside.disposition;
      return [{ round, state: 'suppressed', because: `${value} by ${by}: ${reason}` }];
    }
    if (!wasSeen) return [];
    const number = attempt?.number ?? context.attempts.length;
    return [{ round, state: 'gone', because: `not found any more after attempt ${number}` }];
  });
}

/** The explanation in words. */
export function findingText({ finding, rounds }: FindingExplanation): string {
  const place = `${finding.file}:${finding.line}${finding.side === 'base' ? ' (removed)' : ''}`;
  const lines = [
    `${finding.id}  ${finding.severity}${finding.gating ? ', gating' : ''}  ${place}`,
    `  ${finding.message}`,
    `  quoted: ${finding.evidence} (${finding.evidenceCheck.status})`,
    `  check ${finding.check ?? '(none)'}, rule ${finding.rule}, ${finding.origin}`,
    `  voiced by ${Math.round(finding.agreement * 100)} % of the panel`,
    ...finding.voices.map(
      (voice) => `    ${voice.scanner}, ${voice.severity}, line ${voice.line}: ${voice.message}`,
    ),
    ...rounds.map(({ round, state, because }) => `  round ${round}: ${state}, ${because}`),
  ];
  return `${lines.map(sanitiseLine).join('\n')}\n`;
}
