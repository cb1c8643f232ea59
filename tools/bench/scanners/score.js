import { groupNames } from './cwe-groups.js';

/**
 * @typedef {import('./read-labels.js').Label} Label
 * @typedef {{ file: string, line: number, groups: readonly string[], rule: string }} Found
 * @typedef {{ positives: number, hits: number, negatives: number, alarms: number }} Tally
 * @typedef {Tally & { recall: number, precision: number, groups: Record<string, Tally> }} Score
 */

/** How far below the label a finding may start: labels name the statement, findings the call. */
const reach = 2;

/**
 * Holds findings against labels.
 *
 * A hit is a finding of the label's group that starts on the labelled line or at most two below;
 * a false alarm is one that starts on a line labelled safe. Unlabelled lines count for nothing.
 *
 * @param {readonly Label[]} labels
 * @param {readonly Found[]} found
 * @returns {Score}
 */
export function score(labels, found) {
  const byFile = groupByFile(found);
  const total = emptyTally();
  /** @type {Record<string, Tally>} */
  const groups = Object.fromEntries(groupNames.map((name) => [name, emptyTally()]));
  for (const label of labels) {
    const isFound = isAnswered(label, byFile.get(label.file) ?? []);
    for (const tally of [total, ...label.groups.map((name) => groups[name] ?? total)]) {
      if (label.kind === 'bad') tally.positives += 1;
      else tally.negatives += 1;
      if (isFound && label.kind === 'bad') tally.hits += 1;
      if (isFound && label.kind === 'good') tally.alarms += 1;
    }
  }
  return { ...total, recall: recallOf(total), precision: precisionOf(total), groups };
}

/**
 * @param {Label} label
 * @param {readonly Found[]} found
 */
export function isAnswered(label, found) {
  const last = label.kind === 'bad' ? label.line + reach : label.line;
  return found.some(
    (finding) =>
      finding.line >= label.line &&
      finding.line <= last &&
      finding.groups.some((group) => label.groups.includes(group)),
  );
}

/** @param {Tally} tally */
export function recallOf({ hits, positives }) {
  return positives === 0 ? 0 : hits / positives;
}

/** @param {Tally} tally */
export function precisionOf({ hits, alarms }) {
  return hits + alarms === 0 ? 0 : hits / (hits + alarms);
}

/** @returns {Tally} */
function emptyTally() {
  return { positives: 0, hits: 0, negatives: 0, alarms: 0 };
}

/** @param {readonly Found[]} found */
function groupByFile(found) {
  /** @type {Map<string, Found[]>} */
  const byFile = new Map();
  for (const finding of found) {
    const known = byFile.get(finding.file);
    if (known === undefined) byFile.set(finding.file, [finding]);
    else known.push(finding);
  }
  return byFile;
}
