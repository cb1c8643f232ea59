import { spot } from './plain-rules.js';
import { identified, recognise, shifted } from './recognise.js';

/** @import { commitsOf } from './git-history.js' */
/** @import { Knowledge } from './recognise.js' */

/**
 * Replays real commits: what was found before is recognised in what is found after.
 *
 * Truth is the diff: a finding on an unchanged line is the one on the line that it became. A match
 * is wrong when the old line still stands elsewhere, or when the new line stood there before. A
 * rewritten line matched to a written one cannot be judged and counts neither way.
 *
 * @param {Record<string, any>} magi
 * @param {ReturnType<typeof commitsOf>} commits
 * @param {Knowledge} knowledge
 */
export function replayHistory(magi, commits, knowledge) {
  const tally = { commits: 0, persisting: 0, matched: 0, wrong: 0, edited: 0 };
  for (const { files } of commits) {
    tally.commits += 1;
    const before = new Map(files.map((file) => [file.oldPath ?? file.path, file.before]));
    const after = new Map(files.map((file) => [file.path, file.after]));
    const old = [...before].flatMap(([path, lines]) => spot(path, lines));
    const fresh = [...after].flatMap(([path, lines]) => spot(path, lines));
    const found = recognise(
      magi,
      identified(magi, old, before),
      identified(magi, fresh, after, files),
      files,
      knowledge,
    );
    for (const [index, finding] of old.entries()) {
      const file = files.find(({ path, oldPath }) => (oldPath ?? path) === finding.file);
      if (file === undefined) continue;
      const line = shifted(file.hunks, finding.line);
      const truth = fresh.findIndex(
        (it) => it.rule === finding.rule && it.file === file.path && it.line === line,
      );
      const match = found.get(index);
      if (line !== null && truth >= 0) {
        tally.persisting += 1;
        if (match === truth) tally.matched += 1;
        else if (match !== undefined) tally.wrong += 1;
      } else if (match !== undefined) {
        const other = fresh[match];
        const target = files.find(({ path }) => path === other?.file);
        const isNew = target?.hunks.some(
          ({ newStart, newLines }) =>
            other !== undefined && other.line >= newStart && other.line < newStart + newLines,
        );
        if (line === null && isNew) tally.edited += 1;
        else tally.wrong += 1;
      }
    }
  }
  return tally;
}
