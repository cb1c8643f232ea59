import {
  bySeverity,
  byText,
  type Candidate,
  type Consolidation,
  type Disposition,
  type Finding,
  type Protocol,
  type Review,
  type RoundRecord,
  type ScannerSpec,
} from '@magi/contracts';
import { constraintsOf } from './constraints.ts';
import { coverageLedger } from './coverage-ledger.ts';
import { applyDispositions, tellDisposition } from './dispositions.ts';
import { evaluateGate } from './gate.ts';
import { keepIdentity } from './identity.ts';
import { mergeChecks } from './merge-checks.ts';
import { mergeFindings } from './merge-findings.ts';
import { describeRule } from './merge-rule.ts';
import { reviewerFaults } from './reviewer-faults.ts';
import { type Seat, settleReviews } from './settle-reviews.ts';
import { standingOf } from './standing.ts';
import { decideVerdict } from './verdict.ts';
import { forGate, groundsOf, reportIndex, weigh } from './weigh-problems.ts';

export type ConsolidationInput = {
  readonly round: number;
  readonly candidate: Candidate;
  /** The panel as it was grounded: the expectation. A member without a review has failed. */
  readonly panel: readonly ScannerSpec[];
  readonly reviews: readonly Review[];
  readonly protocol: Protocol;
  /** Treat checks that nobody on the panel can decide as missing. */
  readonly requireAll: boolean;
  /** The ledger: what people said about findings before. */
  readonly dispositions: readonly Disposition[];
  /** Earlier rounds of the run, oldest first. */
  readonly history: readonly RoundRecord[];
};

/**
 * Merges one round of reviews into a consolidation.
 *
 * The order of reviews and panel does not matter, a repeated review changes nothing, and silence,
 * failure and stale reviews are never votes. The verdict is, in this order: any check false or
 * gating finding open → REJECT; any scanner failed or incomplete, any check that somebody could
 * have decided unanswered, any file unseen → INCOMPLETE; else ACCEPT.
 *
 * @see design §7, seed 003 stage 2
 */
export function consolidate(input: ConsolidationInput): Consolidation {
  const { round, candidate, protocol } = input;
  const settled = settleReviews(input.panel, input.reviews, candidate, protocol);
  const problems = keepIdentity(mergeFindings(settled.seats, candidate), input.history, candidate);
  const disposed = applyDispositions(problems, input.dispositions);
  const judged = disposed.open.map((problem) => ({
    ...problem,
    standing: standingOf(problem, round, protocol),
  }));
  const aside = disposed.suppressed.map(({ disposition, ...problem }) => ({
    ...problem,
    standing: { counts: false, why: `its findings were ${tellDisposition(disposition)}` } as const,
  }));
  const reportsOf = reportIndex([...judged, ...aside]);
  const merged = mergeChecks(settled, protocol, input.requireAll, reportsOf);
  const falseChecks = new Set(
    merged.checks.filter((check) => check.value === 'false').map(({ id }) => id),
  );
  const weighed = judged.map((problem) => weigh(problem, falseChecks, settled, protocol));
  const findings = weighed.map(({ finding }) => finding).sort(byImportance);
  const gate = evaluateGate(
    { checks: merged.checks, findings: weighed.filter((it) => it.counts).map(forGate) },
    protocol.gate,
  );
  const coverage = coverageLedger(settled.seats, candidate);
  const incomplete = settled.seats
    .filter(({ status }) => status !== 'completed')
    .map(({ spec, status, reason }) => ({ scanner: spec.id, status, reason }));
  const parts = { checks: merged.checks, findings, gate, coverage, incomplete };
  const { verdict, reasons } = decideVerdict(parts, {
    panelSize: settled.seats.length,
    toleratesFaults: settled.toleratesFaults,
    claims: protocol.claimVsEvidence === 'trust' ? claimedRejections(settled.seats) : [],
    reopened: disposed.reopened,
  });
  return {
    round,
    tree: candidate.head.tree,
    rule: describeRule(protocol.merge),
    verdict,
    reasons,
    checks: [...merged.checks],
    findings,
    suppressed: disposed.suppressed
      .map(({ finding, disposition }) => ({ finding, disposition }))
      .sort((a, b) => byImportance(a.finding, b.finding)),
    constraints: constraintsOf(merged.checks, findings, groundsOf(weighed), input.history),
    disagreements: [...merged.disagreements],
    coverage,
    gate,
    evaluated: {
      checks: merged.checks.filter(({ value }) => value !== 'not_evaluated').length,
      of: merged.checks.length,
    },
    incomplete,
    faults: [...settled.faults, ...reviewerFaults(settled.seats, merged.faults)],
  };
}

function claimedRejections(seats: readonly Seat[]): readonly string[] {
  return seats
    .filter(({ review }) => review?.claimedVerdict === 'REJECT')
    .map(({ spec }) => `${spec.id} rejects the change as a whole`);
}

function byImportance(a: Finding, b: Finding): number {
  return (
    Number(b.gating) - Number(a.gating) ||
    bySeverity(a.severity, b.severity) ||
    b.agreement - a.agreement ||
    byText(a.file, b.file) ||
    a.line - b.line ||
    byText(a.id, b.id)
  );
}
