import type { MergeRule } from '@magi/contracts';

/**
 * One scanner's vote on one question. `unknown`: it could have voted and did not. A scanner that
 * cannot decide the question has no ballot at all.
 */
export type Ballot = {
  readonly scanner: string;
  readonly role: string;
  readonly vote: 'true' | 'false' | 'unknown';
};

export type MergedVote = {
  readonly value: 'true' | 'false' | 'not_evaluated';
  readonly reason: string;
};

/**
 * Merges the votes on one question under a rule, without regard to their order.
 *
 * Three-valued and fail-closed: the result is `true` only if no way the unknown votes could have
 * gone would make it `false`, and somebody voted `true`. No ballot at all is `not_evaluated`.
 *
 * - `and`: one `false` is enough.
 * - `k_of_n`: k times `false`; k is lowered to the number of ballots, so that a check with fewer
 *   owners than k can still fail.
 * - `weighted`: the share of weight that voted `false` reaches the threshold. A weight is looked up
 *   by scanner, then by role, and is 1 where the protocol names none.
 * - `veto`: a `false` of a named scanner or role, or of more than half of the others.
 */
export function mergeVotes(rule: MergeRule, ballots: readonly Ballot[]): MergedVote {
  const against = ballots.filter((ballot) => ballot.vote === 'false');
  const unknown = ballots.filter((ballot) => ballot.vote === 'unknown');
  const votes = ballots.length - unknown.length;
  const tally = `${against.length} of ${votes} said false`;
  if (isFalse(rule, against, ballots, unknown)) {
    return { value: 'false', reason: `${tally}${ruleClause(rule, ballots)}` };
  }
  if (unknown.length > 0 && isFalse(rule, [...against, ...unknown], ballots, [])) {
    return { value: 'not_evaluated', reason: `${namesOf(unknown)} did not answer` };
  }
  if (votes === 0) return { value: 'not_evaluated', reason: 'no scanner decided it' };
  const reason = against.length > 0 ? `only ${tally}${ruleClause(rule, ballots)}` : allTrue(votes);
  return { value: 'true', reason };
}

function isFalse(
  rule: MergeRule,
  against: readonly Ballot[],
  ballots: readonly Ballot[],
  abstained: readonly Ballot[],
): boolean {
  if (against.length === 0) return false;
  switch (rule.kind) {
    case 'and':
      return true;
    case 'k_of_n':
      return against.length >= Math.min(rule.k, ballots.length);
    case 'weighted': {
      const total = weightOf(rule.weights, ballots) - weightOf(rule.weights, abstained);
      // Voters without any weight cannot outvote a `false`.
      return total <= 0 || weightOf(rule.weights, against) >= rule.threshold * total - 1e-12;
    }
    case 'veto': {
      const others = ballots.filter((ballot) => !hasVeto(rule.by, ballot));
      const othersAgainst = against.filter((ballot) => !hasVeto(rule.by, ballot));
      return othersAgainst.length < against.length || othersAgainst.length * 2 > others.length;
    }
  }
}

function weightOf(weights: Readonly<Record<string, number>>, ballots: readonly Ballot[]): number {
  // Summed in a fixed order: floating-point addition is not associative.
  return ballots
    .map((ballot) => weights[ballot.scanner] ?? weights[ballot.role] ?? 1)
    .sort((a, b) => a - b)
    .reduce((sum, weight) => sum + weight, 0);
}

function hasVeto(by: readonly string[], ballot: Ballot): boolean {
  return by.includes(ballot.scanner) || by.includes(ballot.role);
}

function ruleClause(rule: MergeRule, ballots: readonly Ballot[]): string {
  switch (rule.kind) {
    case 'and':
      return '';
    case 'k_of_n':
      return ballots.length < rule.k
        ? `; k = ${rule.k} is lowered to the ${ballots.length} that can decide it`
        : `; ${rule.k} are needed`;
    case 'weighted':
      return `; ${rule.threshold} of the weight is needed`;
    case 'veto':
      return `; ${rule.by.join(', ')} may veto, the others need a majority`;
  }
}

function allTrue(votes: number): string {
  return votes === 1 ? 'the one that decides it said true' : `all ${votes} said true`;
}

function namesOf(ballots: readonly Ballot[]): string {
  return ballots
    .map((ballot) => ballot.scanner)
    .sort()
    .join(', ');
}

/** A rule in a few words, for reports: `and`, `2-of-n`, `weighted ≥ 0.5`, `veto: security`. */
export function describeRule(rule: MergeRule): string {
  switch (rule.kind) {
    case 'and':
      return 'and';
    case 'k_of_n':
      return `${rule.k}-of-n`;
    case 'weighted':
      return `weighted ≥ ${rule.threshold}`;
    case 'veto':
      return `veto: ${rule.by.join(', ')}`;
  }
}
