import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadPackage } from '../load-package.js';
import { commitsOf, filesOf } from './git-history.js';
import { spot } from './plain-rules.js';
import { identified, recognise } from './recognise.js';
import { replayHistory } from './replay-history.js';
import { keepNeighboursApart, renameAndReword, shiftLines } from './staged-edits.js';

/** @import { Knowledge } from './recognise.js' */

/*
 * Measures whether findings are recognised from one tree to the next, on the history and the files
 * of real repositories (`--repo DIR`, repeatable; default: this one). `--json` prints figures.
 */
const { values } = parseArgs({
  options: {
    repo: {
      type: 'string',
      multiple: true,
      default: [fileURLToPath(new URL('../../..', import.meta.url))],
    },
    commits: { type: 'string', default: '40' },
    files: { type: 'string', default: '40' },
    json: { type: 'boolean', default: false },
  },
});
/** @type {readonly Knowledge[]} */
const kinds = ['diff', 'written', 'text'];

const files = values.repo.flatMap((repository) => filesOf(repository, Number(values.files)));
const commits = values.repo.flatMap((repository) => commitsOf(repository, Number(values.commits)));
const magi = await loadPackage('packages/consolidation/src/index.ts');
const figures = {
  repositories: values.repo.length,
  byKnowledge: Object.fromEntries(kinds.map((knowledge) => [knowledge, measure(knowledge)])),
  speed: speed(10_000),
};

if (values.json) console.log(JSON.stringify(figures, null, 2));
else print();

/** @param {Knowledge} knowledge */
function measure(knowledge) {
  const history = replayHistory(magi, commits, knowledge);
  const shifts = shiftLines(magi, files, knowledge);
  const edits = renameAndReword(magi, files, knowledge);
  const neighbours = keepNeighboursApart(magi, files, knowledge);
  return {
    history: {
      ...history,
      recall: share(history.matched, history.persisting),
      precision: share(history.matched, history.matched + history.wrong),
    },
    shifts: { ...shifts, recall: share(shifts.matched, shifts.expected) },
    renameEditReword: {
      ...edits,
      recall: share(edits.matched, edits.expected),
      precision: share(edits.matched, edits.matched + edits.wrong),
    },
    neighbours: {
      pairs: neighbours.expected,
      joined: neighbours.matched + neighbours.wrong,
      apart: share(
        neighbours.expected - neighbours.matched - neighbours.wrong,
        neighbours.expected,
      ),
    },
  };
}

/** @param {number} wanted */
function speed(wanted) {
  const tree = new Map(files.map(({ path, lines }) => [path, lines]));
  const base = files.flatMap(({ path, lines }) => spot(path, lines, 1));
  const spotted = Array.from({ length: wanted }, (_, index) => {
    const copy = Math.floor(index / base.length);
    const finding = /** @type {(typeof base)[0]} */ (base[index % base.length]);
    return copy === 0 ? finding : { ...finding, file: `copy-${copy}/${finding.file}` };
  });
  for (const { file } of spotted) {
    if (!tree.has(file)) tree.set(file, tree.get(file.replace(/^copy-\d+\//u, '')) ?? []);
  }
  const shifted = spotted.map((finding) => ({ ...finding, line: finding.line + 7 }));
  const header = Array.from({ length: 7 }, (_, line) => `// header ${line}`);
  const shiftedTree = new Map([...tree].map(([path, lines]) => [path, [...header, ...lines]]));
  const changes = [...tree.keys()].map((path) => ({
    path,
    status: 'modified',
    hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 7 }],
  }));
  const startedAt = performance.now();
  const previous = identified(magi, spotted, tree);
  const current = identified(magi, shifted, shiftedTree);
  const anchoredAt = performance.now();
  const elapsed = Object.fromEntries(
    kinds.map((knowledge) => {
      const from = performance.now();
      const matched = recognise(magi, previous, current, changes, knowledge).size;
      return [knowledge, { matched, ms: Math.round(performance.now() - from) }];
    }),
  );
  return { findings: wanted, anchorBothMs: Math.round(anchoredAt - startedAt), ...elapsed };
}

function print() {
  console.log(line('known', 'scenario', 'findings', 'matched', 'recall', 'precision'));
  for (const [knowledge, it] of Object.entries(figures.byKnowledge)) {
    const { history, shifts, renameEditReword, neighbours } = it;
    const rows = [
      [
        `history, ${history.commits} commits`,
        history.persisting,
        history.matched,
        history.recall,
        history.precision,
      ],
      ['pure shifts', shifts.expected, shifts.matched, shifts.recall, null],
      [
        'rename + edits + reworded',
        renameEditReword.expected,
        renameEditReword.matched,
        renameEditReword.recall,
        renameEditReword.precision,
      ],
      ['neighbours kept apart', neighbours.pairs, neighbours.joined, null, neighbours.apart],
    ];
    for (const row of rows) console.log(line(knowledge, ...row.map(cell)));
  }
  const { findings, anchorBothMs, ...times } = figures.speed;
  console.log(`\n${findings} findings: anchored twice in ${anchorBothMs} ms`);
  console.log(JSON.stringify(times));
}

/** @param {string | number | null | undefined} value */
function cell(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(4) : String(value);
}

/** @param {string[]} cells */
function line(...cells) {
  const widths = [8, 28, 9, 9, 8, 8];
  return cells
    .map((text, index) => text.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();
}

/**
 * @param {number} part
 * @param {number} whole
 */
function share(part, whole) {
  return whole === 0 ? 1 : part / whole;
}
