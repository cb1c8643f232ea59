import {
  type Assertion,
  type CheckSpec,
  isAtLeast,
  type Protocol,
  type Voice,
} from '@magi/contracts';
import type { Seat } from './settle-reviews.ts';

/** What one owner says to one check, and how that counts. `none`: it has no vote on it. */
export type CheckVote = {
  readonly voice: Voice;
  readonly vote: 'true' | 'false' | 'unknown' | 'none';
  /** Why there is no vote, where there is none; decides whether the gap may be overlooked. */
  readonly gap?: 'unsupported' | 'not_applicable' | 'missing_tool' | 'ignored';
  readonly fault?: string;
};

/** One report of the owner about the check, with the standing of the problem it is part of. */
export type OwnReport = {
  readonly severity: 'critical' | 'warning' | 'info';
  readonly isDemoted: boolean;
  /** Null when the problem counts; otherwise why it is set aside. */
  readonly setAside: string | null;
};

type Rules = Pick<Protocol, 'missingAssertion' | 'claimVsEvidence'> & {
  readonly toleratesFaults: boolean;
};

/**
 * Takes one owner's vote on one check: its assertion, recounted from its own findings.
 *
 * A finding at or above the check's gating severity makes the vote `false` whatever was asserted.
 * An asserted `false` stands when it comes without findings; it falls when all findings behind it
 * are weaker or set aside, and is no answer at all when their evidence is not in the tree. Silence
 * and failure are unknown, never `true`.
 */
export function voteOn(
  check: CheckSpec,
  seat: Seat,
  reports: readonly OwnReport[],
  rules: Rules,
): CheckVote {
  const scanner = seat.spec.id;
  if (seat.review === null) return withoutReview(check, seat, rules);
  const assertion = worst(seat.review.assertions.filter((answer) => answer.check === check.id));
  const grounds = reports.filter((r) => r.setAside === null && isAtLeast(r.severity, check.failAt));
  if (grounds.length > 0) {
    const fault =
      assertion?.value === 'true' ? `it asserted ${check.id} against its own finding` : undefined;
    return {
      voice: { scanner, value: 'false', ...reasonOf(assertion) },
      vote: 'false',
      ...(fault !== undefined && { fault }),
    };
  }
  if (assertion === undefined) return missing(check, scanner, rules);
  if (assertion.value === 'not_evaluated') return notEvaluated(check, scanner, assertion);
  if (assertion.value === 'true') return { voice: { scanner, value: 'true' }, vote: 'true' };
  return assertedFalse(check, scanner, assertion, reports, rules);
}

type AssertedFalse = Extract<Assertion, { value: 'false' }>;
type NotEvaluated = Extract<Assertion, { value: 'not_evaluated' }>;

function assertedFalse(
  check: CheckSpec,
  scanner: string,
  assertion: AssertedFalse,
  reports: readonly OwnReport[],
  rules: Rules,
): CheckVote {
  if (reports.length === 0) {
    return { voice: { scanner, value: 'false', ...reasonOf(assertion) }, vote: 'false' };
  }
  if (reports.some((report) => report.isDemoted && report.setAside === null)) {
    const reason = 'said false, but the evidence it quotes is not in the reviewed tree';
    return { voice: { scanner, value: 'not_evaluated', reason }, vote: 'unknown', fault: reason };
  }
  const aside = reports.find((report) => report.setAside !== null)?.setAside;
  if (aside === undefined && rules.claimVsEvidence === 'trust') {
    return { voice: { scanner, value: 'false', ...reasonOf(assertion) }, vote: 'false' };
  }
  const reason = `said false, but ${aside ?? `nothing it found is as severe as ${check.failAt}`}`;
  return { voice: { scanner, value: 'true', reason }, vote: 'true' };
}

function withoutReview(check: CheckSpec, seat: Seat, rules: Rules): CheckVote {
  const voice: Voice = { scanner: seat.spec.id, value: 'failed', reason: seat.reason };
  if (!check.decidable) return { voice, vote: 'none', gap: 'unsupported' };
  return rules.toleratesFaults
    ? { voice, vote: 'none', gap: 'ignored' }
    : { voice, vote: 'unknown' };
}

function missing(check: CheckSpec, scanner: string, rules: Rules): CheckVote {
  if (!check.decidable) {
    const reason = 'this scanner cannot decide it';
    return { voice: { scanner, value: 'not_evaluated', reason }, vote: 'none', gap: 'unsupported' };
  }
  const voice: Voice = { scanner, value: 'missing', reason: 'it left the check out' };
  return rules.missingAssertion === 'ignore'
    ? { voice, vote: 'none', gap: 'ignored' }
    : { voice, vote: 'unknown' };
}

function notEvaluated(check: CheckSpec, scanner: string, answer: NotEvaluated): CheckVote {
  const voice: Voice = { scanner, value: 'not_evaluated', reason: answer.reason };
  switch (answer.kind) {
    case 'not_applicable':
    case 'missing_tool':
      return { voice, vote: 'none', gap: answer.kind };
    case 'degraded':
      return { voice, vote: 'unknown' };
    case 'unsupported':
      // A scanner that was put on the panel as able to decide it cannot talk itself out of it.
      return check.decidable
        ? { voice, vote: 'unknown' }
        : { voice, vote: 'none', gap: 'unsupported' };
  }
}

/** The answer that counts when a scanner answered twice: false, then not evaluated, then true. */
function worst(answers: readonly Assertion[]): Assertion | undefined {
  const order = { false: 0, not_evaluated: 1, true: 2 };
  return [...answers].sort((a, b) => order[a.value] - order[b.value])[0];
}

function reasonOf(answer: Assertion | undefined): { reason?: string } {
  return answer?.value === 'false' && answer.reason !== undefined ? { reason: answer.reason } : {};
}
