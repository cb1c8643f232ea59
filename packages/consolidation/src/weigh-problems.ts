import { type Finding, isAtLeast, type Protocol } from '@magi/contracts';
import type { OwnReport } from './check-votes.ts';
import { resolveGate } from './gate.ts';
import type { KnownProblem } from './identity.ts';
import { mergeVotes } from './merge-rule.ts';
import type { Seat, SettledReviews } from './settle-reviews.ts';
import { type Standing, unlistedFailsAt } from './standing.ts';

/** A problem and whether it may count against the change. */
export type Judged = KnownProblem & { readonly standing: Standing };

/** What each scanner reported about each of its checks, with what became of the problem. */
export function reportIndex(problems: readonly Judged[]) {
  const index = new Map<string, OwnReport[]>();
  for (const { reports, standing } of problems) {
    for (const { scanner, finding } of reports) {
      if (finding.check === undefined) continue;
      const key = JSON.stringify([scanner, finding.check]);
      const report: OwnReport = {
        severity: finding.severity,
        isDemoted: finding.anchor?.evidenceCheck.status === 'demoted',
        setAside: standing.counts ? null : standing.why,
      };
      index.set(key, [...(index.get(key) ?? []), report]);
    }
  }
  return (scanner: string, check: string) => index.get(JSON.stringify([scanner, check])) ?? [];
}

export type Weighed = {
  readonly finding: Finding;
  /** False when the panel outvoted it or it is advice. */
  readonly counts: boolean;
  /** False checks that the finding is a ground for. */
  readonly fails: readonly string[];
  /** True when somebody reported it outside of every checklist, and not as mere advice. */
  readonly isUnlisted: boolean;
};

/** Decides whether a problem alone prevents acceptance. */
export function weigh(
  problem: Judged,
  falseChecks: ReadonlySet<string>,
  settled: SettledReviews,
  protocol: Protocol,
): Weighed {
  const { finding } = problem;
  const fails = problem.standing.counts ? failedBy(problem, falseChecks, settled.seats) : [];
  const counts =
    problem.standing.counts && (fails.length > 0 || isCarried(problem, settled, protocol));
  const { checks, unlisted, max } = resolveGate(protocol.gate);
  const isUnlisted = problem.reports.some(isUnlistedIssue);
  const gating =
    (checks === 'and' && fails.length > 0) ||
    (counts && unlisted === 'block' && isUnlisted) ||
    (counts && max[finding.severity] === 0);
  return { finding: { ...finding, gating }, counts, fails, isUnlisted };
}

function isUnlistedIssue({ finding }: KnownProblem['reports'][number]): boolean {
  return finding.check === undefined && isAtLeast(finding.severity, unlistedFailsAt);
}

/** The finding as a gate counts it. */
export function forGate({ finding, isUnlisted }: Weighed) {
  return { ...finding, check: isUnlisted ? null : finding.check };
}

function failedBy(
  problem: Judged,
  falseChecks: ReadonlySet<string>,
  seats: readonly Seat[],
): readonly string[] {
  const failed = problem.reports.flatMap(({ scanner, finding }) => {
    const owner = seats.find(({ spec }) => spec.id === scanner);
    const check = owner?.spec.checks.find(({ id }) => id === finding.check);
    const isGround = check !== undefined && isAtLeast(finding.severity, check.failAt);
    return isGround && falseChecks.has(check.id) ? [check.id] : [];
  });
  return [...new Set(failed)].sort();
}

/** Takes the protocol's vote on the problem itself: who reported it against who looked as well. */
function isCarried(problem: Judged, settled: SettledReviews, protocol: Protocol): boolean {
  const speakers = new Set(problem.reports.map(({ scanner }) => scanner));
  const ballots = settled.seats
    .filter(({ review }) => review !== null)
    .map(({ spec }) => ({
      scanner: spec.id,
      role: spec.role,
      vote: speakers.has(spec.id) ? ('false' as const) : ('true' as const),
    }));
  return mergeVotes(protocol.merge, ballots).value === 'false';
}

/** Ids of the findings behind a false check. */
export function groundsOf(weighed: readonly Weighed[]) {
  return (check: string) =>
    weighed
      .filter(({ fails }) => fails.includes(check))
      .map(({ finding }) => finding.id)
      .sort();
}
