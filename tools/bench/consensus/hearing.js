/** @import { PullRequest, Statement } from './read-data.js' */

/**
 * The shipped rule applied to one pull request and one panel, compared once and tallied many times.
 * @typedef {object} Hearing
 * @property {PullRequest} pullRequest
 * @property {(issueCut: number) => Statement[][]} issues statements about one issue each
 * @property {(issueCut: number, issueNeeds: number) => { statements: Statement[], score: number }[]} concerns
 */

/**
 * @param {Record<string, any>} rule exports of packages/consolidation
 * @param {readonly PullRequest[]} pullRequests
 * @param {(reviewer: string) => boolean} isOnPanel
 * @returns {Hearing[]}
 */
export function hearAll(rule, pullRequests, isOnPanel) {
  /** @type {Map<string, string[]>} */
  const corpora = new Map();
  const onPanel = pullRequests.map((pullRequest) => ({
    ...pullRequest,
    statements: pullRequest.statements.filter(({ reviewer }) => isOnPanel(reviewer)),
  }));
  for (const { project, judge, statements } of onPanel) {
    const key = `${project} ${judge}`;
    corpora.set(key, [...(corpora.get(key) ?? []), ...statements.map(({ text }) => text)]);
  }
  return onPanel.map((pullRequest) =>
    hear(rule, pullRequest, corpora.get(`${pullRequest.project} ${pullRequest.judge}`) ?? []),
  );
}

/**
 * @param {Record<string, any>} rule
 * @param {PullRequest} pullRequest
 * @param {string[]} corpus everything said about the project
 * @returns {Hearing}
 */
function hear(rule, pullRequest, corpus) {
  const { statements } = pullRequest;
  const similarity = remembered(
    statements.length,
    rule.similarityOf(
      statements.map(({ text }) => text),
      corpus,
    ),
  );
  /** @type {Map<string, any>} */
  const tallies = new Map();
  const tally = (/** @type {number} */ issueCut, /** @type {number} */ issueNeeds) => {
    const key = `${issueCut} ${issueNeeds}`;
    const settings = {
      ...rule.consensusDefaults,
      issueCut,
      issueNeeds: { base: issueNeeds, perReviewer: 0 },
    };
    if (!tallies.has(key))
      tallies.set(key, rule.voteClusters(statements, { similarity, settings }));
    return tallies.get(key);
  };
  const named = (/** @type {{ members: number[] }} */ group) =>
    group.members.map((index) => /** @type {Statement} */ (statements[index]));
  return {
    pullRequest,
    issues: (issueCut) => tally(issueCut, 0).issues.map(named),
    concerns: (issueCut, issueNeeds) =>
      tally(issueCut, issueNeeds).concerns.map(
        (/** @type {{ members: number[], score: number }} */ concern) => ({
          statements: named(concern),
          score: concern.score,
        }),
      ),
  };
}

/**
 * @param {number} count
 * @param {(a: number, b: number) => number} similarity
 */
function remembered(count, similarity) {
  const known = Array.from({ length: count }, (_, a) =>
    Float64Array.from({ length: count }, (_, b) => similarity(a, b)),
  );
  return (/** @type {number} */ a, /** @type {number} */ b) => known[a]?.[b] ?? 0;
}
