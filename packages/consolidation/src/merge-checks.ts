import {
  byText,
  type CheckSpec,
  type Disagreement,
  type MergedCheck,
  type Protocol,
  type Voice,
} from '@magi/contracts';
import { type CheckVote, type OwnReport, voteOn } from './check-votes.ts';
import { type Ballot, mergeVotes } from './merge-rule.ts';
import type { Seat, SettledReviews } from './settle-reviews.ts';

export type MergedChecks = {
  readonly checks: readonly MergedCheck[];
  readonly disagreements: readonly Disagreement[];
  readonly faults: readonly { readonly scanner: string; readonly fault: string }[];
};

type Owner = { readonly seat: Seat; readonly check: CheckSpec };

/**
 * Merges every check that somebody on the panel owns, or the protocol asks for, sorted by id.
 *
 * @param reportsOf what a scanner reported about a check of its own
 */
export function mergeChecks(
  settled: SettledReviews,
  protocol: Protocol,
  requireAll: boolean,
  reportsOf: (scanner: string, check: string) => readonly OwnReport[],
): MergedChecks {
  const owners = ownersByCheck(settled.seats);
  const ids = [...new Set([...owners.keys(), ...(protocol.requiredChecks ?? [])])].sort(byText);
  const rules = { ...protocol, toleratesFaults: settled.toleratesFaults };
  const merged = ids.map((id) => {
    const of = owners.get(id) ?? [];
    const votes = of.map(({ seat, check }) =>
      voteOn(check, seat, reportsOf(seat.spec.id, id), rules),
    );
    return { check: mergeCheck(id, of, votes, protocol, requireAll), votes };
  });
  const checks = merged.map(({ check }) => check);
  return {
    checks,
    disagreements: checks.flatMap(disagreementOf),
    faults: merged.flatMap(({ votes }) => votes.flatMap(faultOf)),
  };
}

function ownersByCheck(seats: readonly Seat[]): ReadonlyMap<string, readonly Owner[]> {
  const owners = new Map<string, Owner[]>();
  for (const seat of seats) {
    const own = new Map(seat.spec.checks.map((check) => [check.id, check]));
    for (const check of own.values()) {
      owners.set(check.id, [...(owners.get(check.id) ?? []), { seat, check }]);
    }
  }
  return owners;
}

function mergeCheck(
  id: string,
  owners: readonly Owner[],
  votes: readonly CheckVote[],
  protocol: Protocol,
  requireAll: boolean,
): MergedCheck {
  const ballots = owners.flatMap(({ seat }, index): Ballot[] => {
    const vote = votes[index]?.vote ?? 'none';
    return vote === 'none' ? [] : [{ scanner: seat.spec.id, role: seat.spec.role, vote }];
  });
  const { value, reason } = mergeVotes(protocol.merge, ballots);
  const isInPlay = protocol.gate.checks === 'and';
  const gap = ballots.length === 0 ? gapOf(votes) : null;
  return {
    id,
    statement: owners.find(({ check }) => check.statement !== '')?.check.statement ?? '',
    value,
    reason: gap?.reason ?? reason,
    blocking: isInPlay && (gap === null || gap.alwaysBlocks || (requireAll && !gap.isAnswer)),
    voices: votes.map(({ voice }) => voice),
  };
}

/** Why nobody has a vote, and whether that may be overlooked. */
function gapOf(votes: readonly CheckVote[]): {
  readonly reason: string;
  readonly alwaysBlocks: boolean;
  readonly isAnswer: boolean;
} {
  const kinds = new Set(votes.map((vote) => vote.gap));
  const told = [...new Set(votes.flatMap(({ voice }) => voice.reason ?? []))].join('; ');
  if (votes.length === 0) {
    const reason = 'the protocol asks for it and nobody on the panel owns it';
    return { reason, alwaysBlocks: true, isAnswer: false };
  }
  if (kinds.has('missing_tool')) {
    return { reason: `missing tool: ${told}`, alwaysBlocks: false, isAnswer: false };
  }
  if (kinds.has('ignored')) {
    return { reason: `ignored by the protocol: ${told}`, alwaysBlocks: false, isAnswer: false };
  }
  if (kinds.has('not_applicable')) {
    return { reason: `not applicable: ${told}`, alwaysBlocks: false, isAnswer: true };
  }
  return { reason: `unsupported: ${told}`, alwaysBlocks: false, isAnswer: false };
}

function disagreementOf(check: MergedCheck): Disagreement[] {
  const say = (value: Voice['value'], fallback: string) =>
    check.voices
      .filter((voice) => voice.value === value)
      .map(({ scanner, reason }) => ({ scanner, reason: reason ?? fallback }));
  const against = say('false', 'it gave no reason');
  const inFavour = say('true', 'it found nothing against it');
  if (against.length === 0 || inFavour.length === 0) return [];
  return [{ check: check.id, for: inFavour, against }];
}

function faultOf({ voice, fault }: CheckVote): { scanner: string; fault: string }[] {
  return fault === undefined ? [] : [{ scanner: voice.scanner, fault }];
}
