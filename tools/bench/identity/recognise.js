/** @import { Spotted } from './plain-rules.js' */
/** @import { Hunk } from './git-history.js' */

/** @typedef {{ path: string, oldPath?: string, status: string, hunks: readonly Hunk[] }} Change */
/**
 * `diff`: the change between the two trees is known. `written`: only which lines are new, as between
 * the rounds of a loop. `text`: nothing but the two lists of findings.
 * @typedef {'diff' | 'written' | 'text'} Knowledge
 */

/**
 * Anchors what was spotted as a review would be, so that identity rests on what magi measures.
 *
 * @param {Record<string, any>} magi exports of packages/consolidation
 * @param {readonly Spotted[]} spotted
 * @param {ReadonlyMap<string, readonly string[]>} tree lines by path
 * @param {readonly Change[]} [changes] how the tree came about, for renames
 * @returns {any[]} what `matchFindings` compares
 */
export function identified(magi, spotted, tree, changes = []) {
  const candidate = { files: changes, head: { tree: '' }, base: { tree: '' } };
  const review = {
    status: 'completed',
    findings: spotted.map((finding) => ({ ...finding, severity: 'warning' })),
  };
  const lines = (/** @type {string} */ side, /** @type {string} */ file) =>
    side === 'head' ? (tree.get(file) ?? null) : null;
  return magi.anchorReview(review, { candidate, lines }).findings.map((/** @type {any} */ it) => ({
    ...it,
    check: null,
    fingerprint: magi.fingerprintOf(it, candidate),
    contentDigest: it.anchor.contentDigest,
  }));
}

/**
 * @param {Record<string, any>} magi
 * @param {readonly any[]} previous
 * @param {readonly any[]} current
 * @param {readonly Change[]} changes
 * @param {Knowledge} knowledge
 * @returns {Map<number, number>} previous index → current index
 */
export function recognise(magi, previous, current, changes, knowledge) {
  const options = {
    diff: { diff: changes },
    written: { written: writtenBy(changes) },
    text: {},
  }[knowledge];
  const known = knowledge === 'diff' ? current : current.map((it) => underOldPath(it, changes));
  const matches = magi.matchFindings(previous, known, options);
  return new Map(
    matches.map((/** @type {{ previous: number, current: number }} */ match) => [
      match.previous,
      match.current,
    ]),
  );
}

/**
 * A loop compares findings under the path that a file had before the change renamed it.
 * @param {any} finding
 * @param {readonly Change[]} changes
 */
function underOldPath(finding, changes) {
  const oldPath = changes.find(({ path }) => path === finding.file)?.oldPath;
  return oldPath === undefined ? finding : { ...finding, file: oldPath };
}

/** @param {readonly Change[]} changes */
function writtenBy(changes) {
  return changes.map(({ path, oldPath, hunks }) => ({
    file: oldPath ?? path,
    ranges: hunks
      .filter(({ newLines }) => newLines > 0)
      .map(({ newStart, newLines }) => ({ start: newStart, count: newLines })),
  }));
}

/**
 * Where an old line stands after the hunks; null when it was taken out or rewritten.
 * @param {readonly Hunk[]} hunks
 * @param {number} line
 */
export function shifted(hunks, line) {
  let offset = 0;
  for (const { oldStart, oldLines, newLines } of hunks) {
    const first = oldLines === 0 ? oldStart + 1 : oldStart;
    if (line < first) break;
    if (line < first + oldLines) return null;
    offset += newLines - oldLines;
  }
  return line + offset;
}
