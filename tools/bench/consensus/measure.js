import { choose, keptBy } from './choose.js';
import { hearAll } from './hearing.js';
import { scoreKept, scorePairs } from './score.js';

/** @import { Hearing } from './hearing.js' */
/** @import { PullRequest } from './read-data.js' */
/** @typedef {{ project: string, chosen: import('./choose.js').Chosen, hearings: Hearing[] }[]} Held */

const midThree = ['claude', 'copilot', 'gemini'];

/**
 * Scores the rule on all projects together, every project with settings that were not chosen on it.
 *
 * @param {Record<string, any>} rule exports of packages/consolidation
 * @param {readonly PullRequest[]} pullRequests
 * @param {{ frozen: boolean }} how `frozen`: the shipped settings as they are
 */
export function measure(rule, pullRequests, { frozen }) {
  const projects = [...new Set(pullRequests.map(({ project }) => project))];
  // A reviewer that said nothing was asked all the same.
  const reviewers = [...new Set(pullRequests.flatMap((it) => it.reviewers))];
  if (!frozen && projects.length < 2) {
    throw new Error('one project alone cannot be left out: add a second one or use --frozen');
  }
  const everybody = hearAll(rule, pullRequests, () => true);
  const mid = hearAll(rule, pullRequests, (reviewer) => midThree.includes(reviewer));
  const settingsFor = (/** @type {number} */ size) => (frozen ? shipped(rule, size) : null);
  const votes = {
    vote12: held(projects, everybody, everybody, reviewers.length, settingsFor),
    midThree: held(projects, everybody, mid, midThree.length, settingsFor),
  };
  const judges = [...new Set(pullRequests.map(({ judge }) => judge))];
  return {
    frozen,
    projects,
    settings: Object.fromEntries(
      Object.entries(votes).map(([name, parts]) => [
        name,
        Object.fromEntries(parts.map(({ project, chosen }) => [project, chosen])),
      ]),
    ),
    judges: Object.fromEntries(
      judges.map((judge) => [judge, figuresOf(judge, votes, everybody, reviewers)]),
    ),
  };
}

/**
 * The hearings of every project with the settings that it is scored with.
 *
 * @param {readonly string[]} projects
 * @param {readonly Hearing[]} everybody
 * @param {readonly Hearing[]} panel
 * @param {number} size
 * @param {(size: number) => import('./choose.js').Chosen | null} settingsFor
 * @returns {Held}
 */
function held(projects, everybody, panel, size, settingsFor) {
  return projects.map((project) => {
    const isHere = (/** @type {Hearing} */ hearing) => hearing.pullRequest.project === project;
    const others = (/** @type {Hearing} */ hearing) => !isHere(hearing);
    const chosen =
      settingsFor(size) ?? choose(everybody.filter(others), panel.filter(others), size);
    return { project, chosen, hearings: panel.filter(isHere) };
  });
}

/**
 * @param {Record<string, any>} rule
 * @param {number} size
 */
function shipped(rule, size) {
  const { issueCut, issueNeeds, concernNeeds } = rule.consensusDefaults;
  const at = (/** @type {{ base: number, perReviewer: number }} */ needed) =>
    needed.base + needed.perReviewer * size;
  return { issueCut, issueNeeds: at(issueNeeds), concernNeeds: at(concernNeeds) };
}

/**
 * @param {string} judge
 * @param {{ vote12: Held, midThree: Held }} votes
 * @param {readonly Hearing[]} everybody
 * @param {readonly string[]} reviewers
 */
function figuresOf(judge, votes, everybody, reviewers) {
  const isJudged = (/** @type {Hearing} */ { pullRequest }) => pullRequest.judge === judge;
  const issues = votes.vote12.flatMap(({ chosen, hearings }) =>
    hearings.filter(isJudged).map((hearing) => ({
      goldens: hearing.pullRequest.goldens,
      groups: hearing.issues(chosen.issueCut),
    })),
  );
  const curve = reviewers.map((_, index) => ({ k: index + 1, ...plainVote(index + 1, issues) }));
  const { k: _, ...union } = /** @type {(typeof curve)[0]} */ (curve[0]);
  const pairs = scorePairs(issues.map(({ groups }) => groups));
  return {
    vote12: scoreVote(votes.vote12, isJudged),
    midThree: scoreVote(votes.midThree, isJudged),
    bestSingle: bestSingle(everybody.filter(isJudged), reviewers),
    union,
    pairF1: pairs.f1,
    pairs,
    curve,
  };
}

/**
 * @param {Held} parts
 * @param {(hearing: Hearing) => boolean} isJudged
 */
function scoreVote(parts, isJudged) {
  return scoreKept(
    parts.flatMap(({ chosen, hearings }) =>
      hearings.filter(isJudged).map((hearing) => keptBy(hearing, chosen)),
    ),
  );
}

/**
 * Keeps every issue that at least k reviewers raised, and looks at nothing else.
 *
 * @param {number} k
 * @param {readonly { goldens: number, groups: ReturnType<Hearing['issues']> }[]} issues
 */
function plainVote(k, issues) {
  return scoreKept(
    issues.map(({ goldens, groups }) => ({
      kept: groups.filter((group) => new Set(group.map(({ reviewer }) => reviewer)).size >= k),
      goldens,
    })),
  );
}

/**
 * @param {readonly Hearing[]} hearings
 * @param {readonly string[]} reviewers
 */
function bestSingle(hearings, reviewers) {
  const singles = reviewers.map((reviewer) => ({
    reviewer,
    ...scoreKept(
      hearings.map(({ pullRequest }) => ({
        kept: pullRequest.statements.filter((it) => it.reviewer === reviewer).map((it) => [it]),
        goldens: pullRequest.goldens,
      })),
    ),
  }));
  return singles.reduce((best, single) => (single.f1 > best.f1 ? single : best));
}
