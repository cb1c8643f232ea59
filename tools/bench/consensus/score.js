/** @import { Statement } from './read-data.js' */

/**
 * What a rule kept of one pull request: groups of statements.
 * @typedef {{ kept: readonly (readonly Statement[])[], goldens: number }} Kept
 * @typedef {{ precision: number, recall: number, f1: number }} Score
 */

/**
 * A kept group is a true positive if any of its statements reached a golden issue; recall counts
 * distinct golden issues. `issuesPerGroup`: golden issues reached per true positive, which grows
 * when a rule lumps things together.
 *
 * @param {readonly Kept[]} all
 * @returns {Score & { issuesPerGroup: number }}
 */
export function scoreKept(all) {
  let groups = 0;
  let right = 0;
  let reached = 0;
  let goldens = 0;
  for (const { kept, goldens: wanted } of all) {
    groups += kept.length;
    right += kept.filter((group) => goldensOf(group).length > 0).length;
    reached += new Set(kept.flatMap(goldensOf)).size;
    goldens += wanted;
  }
  const precision = ratio(right, groups);
  const recall = ratio(reached, goldens);
  return { ...f1Of(precision, recall), issuesPerGroup: ratio(reached, right) };
}

/**
 * Counts pairs of statements by different reviewers that both reached a golden issue: same golden
 * means same issue, same group means the rule says so.
 *
 * @param {readonly (readonly (readonly Statement[])[])[]} groupings groups of each pull request
 * @returns {Score}
 */
export function scorePairs(groupings) {
  let both = 0;
  let onlyRule = 0;
  let onlyTruth = 0;
  for (const groups of groupings) {
    const labelled = groups.flatMap((group, home) =>
      group.filter(({ golden }) => golden !== null).map((statement) => ({ statement, home })),
    );
    for (const [at, left] of labelled.entries()) {
      for (const right of labelled.slice(at + 1)) {
        if (left.statement.reviewer === right.statement.reviewer) continue;
        const isSame = left.statement.golden === right.statement.golden;
        const isJoined = left.home === right.home;
        if (isSame && isJoined) both += 1;
        else if (isJoined) onlyRule += 1;
        else if (isSame) onlyTruth += 1;
      }
    }
  }
  return f1Of(ratio(both, both + onlyRule), ratio(both, both + onlyTruth));
}

/**
 * @param {readonly Statement[]} group
 * @returns {number[]}
 */
function goldensOf(group) {
  return [...new Set(group.flatMap(({ golden }) => (golden === null ? [] : [golden])))];
}

/**
 * @param {number} precision
 * @param {number} recall
 */
function f1Of(precision, recall) {
  return { precision, recall, f1: ratio(2 * precision * recall, precision + recall) };
}

/**
 * @param {number} part
 * @param {number} whole
 */
function ratio(part, whole) {
  return whole === 0 ? 0 : part / whole;
}
