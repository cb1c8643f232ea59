import { type ConsolidationInput, consolidate } from '@magi/consolidation';
import type { Consolidation, Protocol, Review, ReviewVerdict, ScannerSpec } from '@magi/contracts';
import type { OtherRules } from './other-rules.ts';
import type { RecordedRound } from './recorded-rounds.ts';

/** How one round would have come out. */
export type OtherRound =
  | {
      readonly round: number;
      readonly known: true;
      readonly before: ReviewVerdict;
      readonly after: ReviewVerdict;
      readonly checks: readonly {
        readonly id: string;
        readonly before: string;
        readonly after: string;
      }[];
      /** Gating findings that came and went, by id. */
      readonly gained: readonly string[];
      readonly lost: readonly string[];
      readonly consolidation: Consolidation;
    }
  /** The run would have taken another way before this round. */
  | { readonly round: number; readonly known: false };

/**
 * Consolidates recorded reviews under other rules; nobody is asked again.
 *
 * A round whose verdict differs would have led elsewhere, so nothing is said about those after it.
 */
export function judgeAgain(rounds: readonly RecordedRound[], rules: OtherRules): OtherRound[] {
  let hasDiverged = false;
  return rounds.map(({ input, recorded }) => {
    if (hasDiverged) return { round: recorded.round, known: false };
    const consolidation = consolidate(underRules(input, rules));
    hasDiverged = consolidation.verdict !== recorded.verdict;
    return { ...compare(recorded, consolidation), consolidation };
  });
}

function compare(recorded: Consolidation, other: Consolidation) {
  const values = new Map(other.checks.map((check) => [check.id, check.value]));
  const checks = recorded.checks.flatMap(({ id, value }) => {
    const after = values.get(id) ?? 'gone';
    return after === value ? [] : [{ id, before: value as string, after: after as string }];
  });
  const [old, now] = [gatingOf(recorded), gatingOf(other)];
  return {
    round: recorded.round,
    known: true as const,
    before: recorded.verdict,
    after: other.verdict,
    checks,
    gained: now.filter((id) => !old.includes(id)),
    lost: old.filter((id) => !now.includes(id)),
  };
}

function gatingOf({ findings }: Consolidation): string[] {
  return findings.filter((finding) => finding.gating).map((finding) => finding.id);
}

function underRules(input: ConsolidationInput, rules: OtherRules): ConsolidationInput {
  const has = (id: string | undefined): boolean => id === undefined || !rules.without.includes(id);
  return {
    ...input,
    protocol: otherProtocol(input.protocol, rules),
    panel: input.panel.map(
      (scanner): ScannerSpec => ({
        ...scanner,
        checks: scanner.checks.filter(({ id }) => has(id)),
      }),
    ),
    reviews: input.reviews.map(
      (review): Review => ({
        ...review,
        assertions: review.assertions.filter(({ check }) => has(check)),
        findings: review.findings.filter(({ check }) => has(check)),
      }),
    ),
  };
}

function otherProtocol(protocol: Protocol, { merge, gate, without }: OtherRules): Protocol {
  return {
    ...protocol,
    ...(merge !== null && { merge }),
    ...(gate !== null && { gate: { ...protocol.gate, ...gate } }),
    ...(protocol.requiredChecks !== undefined && {
      requiredChecks: protocol.requiredChecks.filter((id) => !without.includes(id)),
    }),
  };
}
