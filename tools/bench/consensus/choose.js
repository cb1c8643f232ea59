import { scoreKept, scorePairs } from './score.js';

/** @import { Hearing } from './hearing.js' */
/** @typedef {{ issueCut: number, issueNeeds: number, concernNeeds: number }} Chosen */

const issueCuts = [0.11, 0.12, 0.13, 0.14, 0.15, 0.16];

/**
 * Chooses the settings of the rule on some pull requests, the same for all judges.
 *
 * What counts as one issue is chosen by pairs alone, and how coarse concerns are follows from it:
 * otherwise the vote would be best where everything is one concern. Only the scores needed are
 * chosen by the vote.
 *
 * @param {readonly Hearing[]} everybody hearings of all reviewers, for the pairs
 * @param {readonly Hearing[]} panel hearings of the panel that votes
 * @param {number} reviewers
 * @returns {Chosen}
 */
export function choose(everybody, panel, reviewers) {
  const issueCut = best(issueCuts, (cut) =>
    meanOfJudges(everybody, (of) => scorePairs(of.map((hearing) => hearing.issues(cut))).f1),
  );
  const steps = needsFor(reviewers);
  return best(
    steps.issueNeeds.flatMap((issueNeeds) =>
      steps.concernNeeds.map((concernNeeds) => ({ issueCut, issueNeeds, concernNeeds })),
    ),
    (chosen) => meanOfJudges(panel, (of) => scoreKept(of.map((it) => keptBy(it, chosen))).f1),
  );
}

/**
 * @param {Hearing} hearing
 * @param {Chosen} chosen
 */
export function keptBy(hearing, { issueCut, issueNeeds, concernNeeds }) {
  return {
    kept: hearing
      .concerns(issueCut, issueNeeds)
      .filter(({ score }) => score >= concernNeeds)
      .map(({ statements }) => statements),
    goldens: hearing.pullRequest.goldens,
  };
}

/**
 * Scores to try for a number of reviewers, in quarter or half votes.
 * @param {number} reviewers
 */
function needsFor(reviewers) {
  return reviewers <= 5
    ? { issueNeeds: range(1.5, 2.5, 0.25), concernNeeds: range(1.75, 3, 0.25) }
    : { issueNeeds: range(1, 3.5, 0.5), concernNeeds: range(5, 10, 0.5) };
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} step
 */
function range(from, to, step) {
  return Array.from(
    { length: Math.round((to - from) / step) + 1 },
    (_, index) => from + index * step,
  );
}

/**
 * @param {readonly Hearing[]} hearings
 * @param {(of: readonly Hearing[]) => number} measure
 */
function meanOfJudges(hearings, measure) {
  const judges = [...new Set(hearings.map(({ pullRequest }) => pullRequest.judge))];
  const sum = judges
    .map((judge) => measure(hearings.filter(({ pullRequest }) => pullRequest.judge === judge)))
    .reduce((total, value) => total + value, 0);
  return sum / judges.length;
}

/**
 * The first of the best.
 * @template Value
 * @param {readonly Value[]} values
 * @param {(value: Value) => number} measure
 * @returns {Value}
 */
function best(values, measure) {
  const scored = values.map((value) => ({ value, score: measure(value) }));
  const top = Math.max(...scored.map(({ score }) => score));
  return /** @type {{ value: Value }} */ (scored.find(({ score }) => score === top)).value;
}
