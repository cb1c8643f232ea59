import { type Consolidation, type RoundRecord, sanitiseLine } from '@magi/contracts';
import type { RunContext } from '@magi/engine';
import { count } from '@magi/reports';

/** Why a run stands where it stands: round by round, and what decided its end. */
export interface VerdictExplanation {
  readonly rule: string;
  readonly rounds: readonly RoundRecord[];
  readonly decision: string;
  readonly nextStep: string | null;
}

/** Collects what the verdicts of a run rest on. */
export function explainVerdict(context: RunContext): VerdictExplanation {
  const { history, decision, terminal } = context;
  return {
    rule: history.at(-1)?.consolidation.rule ?? context.input.protocol.merge.kind,
    rounds: history,
    decision: terminal?.message ?? decision?.message ?? 'Nothing has been decided yet.',
    nextStep: terminal?.nextStep ?? null,
  };
}

/** The explanation in words. */
export function verdictText({ rule, rounds, decision, nextStep }: VerdictExplanation): string {
  return [
    `merge rule ${rule}`,
    ...rounds.flatMap(roundLines),
    sanitiseLine(decision),
    ...(nextStep === null ? [] : [sanitiseLine(nextStep)]),
    '',
  ].join('\n');
}

function roundLines({ round, consolidation, signals, attempt }: RoundRecord): string[] {
  const { verdict, reasons, evaluated, checks, disagreements, gate } = consolidation;
  const asked = `${evaluated.checks} of ${count(evaluated.of, 'check')} evaluated`;
  return [
    `round ${round}: ${verdict}, ${asked}`,
    ...reasons.map((reason) => `  because ${sanitiseLine(reason)}`),
    ...checks.filter(({ value }) => value === 'false').flatMap(checkLines),
    ...disagreements.map(({ check }) => `  scanners contradict each other about ${check}`),
    ...gate.failures.map((failure) => `  gate: ${sanitiseLine(failure)}`),
    ...signals.map(({ detector, message }) => `  ${detector}: ${sanitiseLine(message)}`),
    ...(attempt === undefined ? [] : [`  attempt ${attempt.number}: ${attempt.outcome}`]),
  ];
}

function checkLines({ id, statement, reason, voices }: Consolidation['checks'][number]): string[] {
  return [
    `  ✖ ${id}: ${sanitiseLine(reason)}`,
    `      ${sanitiseLine(statement)}`,
    ...voices.map((voice) => {
      const why = voice.reason === undefined ? '' : `, ${sanitiseLine(voice.reason)}`;
      return `      ${voice.scanner} said ${voice.value}${why}`;
    }),
  ];
}
