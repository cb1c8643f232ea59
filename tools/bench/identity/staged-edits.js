import { fraction, reword, spot } from './plain-rules.js';
import { identified, recognise } from './recognise.js';

/** @import { Spotted } from './plain-rules.js' */
/** @import { Change, Knowledge } from './recognise.js' */
/** @typedef {{ path: string, lines: string[] }} SourceFile */
/** @typedef {{ expected: number, matched: number, wrong: number }} Tally */

/**
 * Pure shifts: blocks of new lines go in at several places, nothing else changes.
 *
 * @param {Record<string, any>} magi
 * @param {readonly SourceFile[]} files
 * @param {Knowledge} knowledge
 * @returns {Tally}
 */
export function shiftLines(magi, files, knowledge) {
  return sum(
    files.map(({ path, lines }, seed) => {
      const edit = insertBlocks(lines, `${path} ${seed}`);
      const old = spot(path, lines);
      const fresh = old.map((it) => ({ ...it, line: edit.where(it.line) }));
      const change = { path, status: 'modified', hunks: edit.hunks };
      return tally(
        magi,
        { path, lines, old },
        { path, lines: edit.lines, fresh },
        [change],
        knowledge,
      );
    }),
  );
}

/**
 * Everything at once: the file is renamed, lines go in around, every third flagged line is edited,
 * every message is reworded, and every fourth finding comes under another rule id.
 *
 * @param {Record<string, any>} magi
 * @param {readonly SourceFile[]} files
 * @param {Knowledge} knowledge
 * @returns {Tally}
 */
export function renameAndReword(magi, files, knowledge) {
  return sum(
    files.map(({ path, lines }, seed) => {
      const newPath = path.replace(/(\.\w+)$/u, '-renamed$1');
      const old = spot(path, lines, 0.25);
      const toEdit = new Set(old.filter((_, index) => index % 3 === 0).map(({ line }) => line));
      const edited = lines.map((line, index) => (toEdit.has(index + 1) ? editLine(line) : line));
      const edit = insertBlocks(edited, `${path} ${seed}`, toEdit);
      const fresh = old.map((it, index) => ({
        ...reword(it, edited[it.line - 1] ?? ''),
        file: newPath,
        line: edit.where(it.line),
        ...(index % 4 === 0 && { rule: `${it.rule}-v2` }),
      }));
      const change = { path: newPath, oldPath: path, status: 'renamed', hunks: edit.hunks };
      return tally(
        magi,
        { path, lines, old },
        { path: newPath, lines: edit.lines, fresh },
        [change],
        knowledge,
      );
    }),
  );
}

/**
 * Distinct problems on neighbouring lines: one rule hits two lines next to each other. First only the
 * upper one is reported; then it is gone (its line was taken out, or stands and is not reported any
 * more) and the lower one is reported instead. Every match is wrong.
 *
 * @param {Record<string, any>} magi
 * @param {readonly SourceFile[]} files
 * @param {Knowledge} knowledge
 * @returns {Tally}
 */
export function keepNeighboursApart(magi, files, knowledge) {
  return sum(
    files.flatMap(({ path, lines }) =>
      neighbours(spot(path, lines, 1)).flatMap(([upper, lower]) => {
        const without = lines.filter((_, index) => index !== upper.line - 1);
        const hunk = {
          oldStart: upper.line,
          oldLines: 1,
          newStart: upper.line - 1,
          newLines: 0,
        };
        const removed = { path, status: 'modified', hunks: [hunk] };
        const moved = { ...lower, line: lower.line - 1 };
        const old = { path, lines, old: [upper] };
        return [
          tally(magi, old, { path, lines: without, fresh: [moved] }, [removed], knowledge),
          tally(magi, old, { path, lines, fresh: [lower] }, [], knowledge),
        ];
      }),
    ),
  );
}

/**
 * @param {readonly Spotted[]} found
 * @returns {[Spotted, Spotted][]} pairs of one rule on lines that follow each other and differ
 */
function neighbours(found) {
  return found.flatMap((upper) => {
    const lower = found.find((it) => it.rule === upper.rule && it.line === upper.line + 1);
    const isPair = lower !== undefined && lower.evidence.trim() !== upper.evidence.trim();
    return isPair ? [/** @type {[Spotted, Spotted]} */ ([upper, lower])] : [];
  });
}

/**
 * Puts one to nine new lines in front of about every twentieth line and at the top.
 *
 * @param {readonly string[]} lines
 * @param {string} seed
 * @param {ReadonlySet<number>} [edited] lines whose text was changed already, for the hunks
 */
function insertBlocks(lines, seed, edited = new Set()) {
  /** @type {string[]} */
  const out = [];
  /** @type {number[]} */
  const places = [];
  /** @type {{ oldStart: number, oldLines: number, newStart: number, newLines: number }[]} */
  const hunks = [];
  for (const [index, line] of lines.entries()) {
    const draw = fraction(`${seed} ${index}`);
    const block = index === 0 || draw < 0.05 ? 1 + (Math.floor(draw * 180) % 9) : 0;
    for (let at = 0; at < block; at += 1)
      out.push(`${indentOf(line)}// inserted line ${index}.${at} of ${seed}`);
    const isEdited = edited.has(index + 1);
    if (block > 0 || isEdited) {
      hunks.push({
        oldStart: isEdited ? index + 1 : index,
        oldLines: isEdited ? 1 : 0,
        newStart: out.length - block + 1,
        newLines: block + (isEdited ? 1 : 0),
      });
    }
    out.push(line);
    places.push(out.length);
  }
  return { lines: out, hunks, where: (/** @type {number} */ line) => places[line - 1] ?? 1 };
}

/** @param {string} line */
function indentOf(line) {
  return /^\s*/u.exec(line)?.[0] ?? '';
}

/**
 * An edit as people make them: an argument more, a name changed, a comment behind.
 * @param {string} line
 */
function editLine(line) {
  if (/\)/u.test(line)) return line.replace(/\)/u, ', options)');
  return `${line} // see above`;
}

/**
 * @param {Record<string, any>} magi
 * @param {{ path: string, lines: readonly string[], old: readonly Spotted[] }} before
 * @param {{ path: string, lines: readonly string[], fresh: readonly Spotted[] }} after `fresh[i]` is
 *   what `old[i]` has become
 * @param {readonly Change[]} changes
 * @param {Knowledge} knowledge
 * @returns {Tally}
 */
function tally(magi, before, after, changes, knowledge) {
  const found = recognise(
    magi,
    identified(magi, before.old, new Map([[before.path, before.lines]])),
    identified(magi, after.fresh, new Map([[after.path, after.lines]]), changes),
    changes,
    knowledge,
  );
  let matched = 0;
  for (const [previous, current] of found) if (previous === current) matched += 1;
  return { expected: before.old.length, matched, wrong: found.size - matched };
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
function sum(tallies) {
  return tallies.reduce(
    (all, one) => ({
      expected: all.expected + one.expected,
      matched: all.matched + one.matched,
      wrong: all.wrong + one.wrong,
    }),
    { expected: 0, matched: 0, wrong: 0 },
  );
}
