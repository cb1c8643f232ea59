import type { Scorecard } from '../scorecards/scorecard.ts';
import type { Proportion } from '../statistics/interval.ts';
import { evidenceBar as bar } from './evidence-bar.ts';
import type { Draft } from './proposal.ts';

/**
 * What a scorecard alone supports: retire, reword or demote; at most one of them.
 *
 * A check that changes its mind is reworded before its usefulness is judged: its dismissed failures
 * say more about its words than about what it asks for.
 */
export function judgeScorecard(card: Scorecard): readonly Draft[] {
  const draft = deadCheck(card) ?? flakyCheck(card) ?? noisyCheck(card) ?? dubiousCheck(card);
  return draft ? [draft] : [];
}

function deadCheck(card: Scorecard): Draft | null {
  const { failureRate } = card;
  if (failureRate.successes > 0 || failureRate.high >= bar.deadBelow) return null;
  return {
    edit: { kind: 'retire', check: card.check },
    because: `never false in ${card.n} changes: it surely fails in less than ${percent(bar.deadBelow)} of them`,
    evidence: evidence(
      card,
      'failure rate',
      failureRate,
      `upper end below ${percent(bar.deadBelow)}`,
    ),
    cautions: ['a check that never failed may still guard against what has not happened yet'],
  };
}

function noisyCheck(card: Scorecard): Draft | null {
  const { notUseful } = card;
  if (notUseful.n < bar.judged || notUseful.low <= bar.retireAbove) return null;
  // What ever caught a fixed blocker is worth its noise until a person says otherwise.
  if (card.hasCaughtBlocker)
    return demotion(card, [
      'it once caught a blocking problem that was fixed, so it is not retired',
    ]);
  return {
    edit: { kind: 'retire', check: card.check },
    because: `of ${notUseful.n} judged failures ${notUseful.successes} were dismissed, overridden or noise`,
    evidence: evidence(
      card,
      'not useful',
      notUseful,
      `n ≥ ${bar.judged}, lower end above ${percent(bar.retireAbove)}`,
    ),
    cautions: [],
  };
}

function flakyCheck(card: Scorecard): Draft | null {
  const { flipRate } = card;
  if (flipRate.n < bar.quietPairs || flipRate.low <= bar.flipAbove) return null;
  return {
    edit: { kind: 'reword', check: card.check },
    because: `its answer changed in ${flipRate.successes} of ${flipRate.n} pairs of rounds between which nothing relevant changed`,
    evidence: evidence(
      card,
      'flip rate',
      flipRate,
      `n ≥ ${bar.quietPairs}, lower end above ${percent(bar.flipAbove)}`,
    ),
    cautions: ['only a person can find better words'],
  };
}

function dubiousCheck(card: Scorecard): Draft | null {
  const { notUseful } = card;
  if (notUseful.n < bar.judged || notUseful.low <= bar.demoteAbove) return null;
  return demotion(card, []);
}

function demotion(card: Scorecard, cautions: readonly string[]): Draft {
  return {
    edit: { kind: 'demote', check: card.check, failAt: 'critical' },
    because: `of ${card.notUseful.n} judged failures ${card.notUseful.successes} were of no use; only critical findings should fail it`,
    evidence: evidence(
      card,
      'not useful',
      card.notUseful,
      `n ≥ ${bar.judged}, lower end above ${percent(bar.demoteAbove)}`,
    ),
    cautions,
  };
}

function evidence(
  card: Scorecard,
  measure: string,
  proportion: Proportion,
  text: string,
): Draft['evidence'] {
  return { measure, proportion, bar: text, runs: card.runs };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
