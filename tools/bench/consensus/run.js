import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadPackage } from '../load-package.js';
import { choose, keptBy } from './choose.js';
import { hearAll } from './hearing.js';
import { printTable } from './print-table.js';
import { readData } from './read-data.js';
import { scoreKept, scorePairs } from './score.js';

/** @import { Hearing } from './hearing.js' */

/*
 * Scores the shipped consensus rule on judged output of several reviewers.
 * `--data DIR` reads other projects; `--frozen` uses the shipped settings as they are instead of
 * choosing them on the other projects; `--json` prints figures instead of a table.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('data', import.meta.url)) },
    frozen: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const midThree = ['claude', 'copilot', 'gemini'];

const rule = await loadPackage('packages/consolidation/src/index.ts');
const pullRequests = readData(values.data);
const projects = [...new Set(pullRequests.map(({ project }) => project))];
// A reviewer that said nothing was asked all the same.
const reviewers = [...new Set(pullRequests.flatMap((it) => it.reviewers))];
if (!values.frozen && projects.length < 2) {
  throw new Error('one project alone cannot be left out: add a second one or use --frozen');
}

const everybody = hearAll(rule, pullRequests, () => true);
const mid = hearAll(rule, pullRequests, (reviewer) => midThree.includes(reviewer));
const votes = {
  vote12: withSettings(everybody, reviewers.length),
  midThree: withSettings(mid, midThree.length),
};
const figures = {
  frozen: values.frozen,
  projects,
  settings: Object.fromEntries(
    Object.entries(votes).map(([name, held]) => [
      name,
      Object.fromEntries(held.map(({ project, chosen }) => [project, chosen])),
    ]),
  ),
  judges: Object.fromEntries(
    [...new Set(pullRequests.map(({ judge }) => judge))].map((judge) => [judge, figuresOf(judge)]),
  ),
};

if (values.json) console.log(JSON.stringify(figures, null, 2));
else printTable(figures);

/**
 * The hearings of every project with the settings that it is scored with.
 * @param {readonly Hearing[]} panel
 * @param {number} size
 */
function withSettings(panel, size) {
  return projects.map((project) => {
    const isHere = (/** @type {Hearing} */ hearing) => hearing.pullRequest.project === project;
    const others = (/** @type {Hearing} */ hearing) => !isHere(hearing);
    const chosen = values.frozen
      ? shipped(size)
      : choose(everybody.filter(others), panel.filter(others), size);
    return { project, chosen, hearings: panel.filter(isHere) };
  });
}

/** @param {number} size */
function shipped(size) {
  const { issueCut, issueNeeds, concernNeeds } = rule.consensusDefaults;
  const at = (/** @type {{ base: number, perReviewer: number }} */ needed) =>
    needed.base + needed.perReviewer * size;
  return { issueCut, issueNeeds: at(issueNeeds), concernNeeds: at(concernNeeds) };
}

/** @param {string} judge */
function figuresOf(judge) {
  const isJudged = (/** @type {Hearing} */ { pullRequest }) => pullRequest.judge === judge;
  const score = (/** @type {typeof votes.vote12} */ held) =>
    scoreKept(
      held.flatMap(({ chosen, hearings }) =>
        hearings.filter(isJudged).map((hearing) => keptBy(hearing, chosen)),
      ),
    );
  const curve = Array.from({ length: reviewers.length }, (_, index) => ({
    k: index + 1,
    ...plainVote(index + 1, isJudged),
  }));
  const { k: _, ...union } = /** @type {(typeof curve)[0]} */ (curve[0]);
  const pairs = scorePairs(issueGroups(isJudged).map(({ groups }) => groups));
  return {
    vote12: score(votes.vote12),
    midThree: score(votes.midThree),
    bestSingle: bestSingle(isJudged),
    union,
    pairF1: pairs.f1,
    pairs,
    curve,
  };
}

/** @param {(hearing: Hearing) => boolean} isJudged */
function issueGroups(isJudged) {
  return votes.vote12.flatMap(({ chosen, hearings }) =>
    hearings
      .filter(isJudged)
      .map((hearing) => ({ hearing, groups: hearing.issues(chosen.issueCut) })),
  );
}

/**
 * Keeps every issue that at least k reviewers raised, and looks at nothing else.
 * @param {number} k
 * @param {(hearing: Hearing) => boolean} isJudged
 */
function plainVote(k, isJudged) {
  return scoreKept(
    issueGroups(isJudged).map(({ hearing, groups }) => ({
      kept: groups.filter((group) => new Set(group.map(({ reviewer }) => reviewer)).size >= k),
      goldens: hearing.pullRequest.goldens,
    })),
  );
}

/** @param {(hearing: Hearing) => boolean} isJudged */
function bestSingle(isJudged) {
  const singles = reviewers.map((reviewer) => ({
    reviewer,
    ...scoreKept(
      everybody.filter(isJudged).map(({ pullRequest }) => ({
        kept: pullRequest.statements.filter((it) => it.reviewer === reviewer).map((it) => [it]),
        goldens: pullRequest.goldens,
      })),
    ),
  }));
  return singles.reduce((best, single) => (single.f1 > best.f1 ? single : best));
}
