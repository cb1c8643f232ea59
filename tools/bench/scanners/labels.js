import { readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadPackage } from '../load-package.js';
import { groupNames, groupsOf } from './cwe-groups.js';
import { linters } from './linters.js';
import { readLabels } from './read-labels.js';
import { precisionOf, recallOf, score } from './score.js';

/*
 * Scores the taint engine of the Security scanner against a folder of annotated sources, and the
 * linters that are installed on the same folder:
 *
 *   node tools/bench/scanners/labels.js --labels DIR [--half dev|held|both] [--json]
 *
 * Rules are developed on the `dev` half; of the `held` half only the totals are looked at.
 */
const { values: options } = parseArgs({
  options: {
    labels: { type: 'string' },
    half: { type: 'string', default: 'both' },
    json: { type: 'boolean', default: false },
  },
});
if (options.labels === undefined || !/^(dev|held|both)$/.test(options.half)) {
  console.error('usage: labels.js --labels DIR [--half dev|held|both] [--json]');
  process.exit(2);
}

const folder = resolve(options.labels);
const labels = readLabels(folder);
if (labels.length === 0) {
  console.error(`no ruleid: or ok: comment in a JavaScript or TypeScript file below ${folder}`);
  process.exit(2);
}
const files = [...new Set(labels.map(({ file }) => file))];
const { analyseTaint } = await loadPackage('packages/scanners/src/taint/index.ts', {
  external: ['ts-morph', 'scslre'],
});
const before = process.cpuUsage();
const found = files.flatMap((file) => analyse(file));
const { user, system } = process.cpuUsage(before);
const cpuMs = (user + system) / 1000;

const halves = options.half === 'both' ? ['dev', 'held', 'both'] : [options.half];
const wanted = labels.filter(({ half }) => options.half === 'both' || half === options.half);
const baselines = linters.flatMap(({ name, run }) => {
  const answers = run(folder);
  return answers === undefined ? [] : [{ name, ...score(wanted, answers) }];
});
const own = halves.map((half) => ({
  half,
  ...score(
    labels.filter((label) => half === 'both' || label.half === half),
    found,
  ),
}));
const best = baselines.toSorted((left, right) => right.recall - left.recall)[0];
const ratio = best === undefined ? undefined : (own.at(-1)?.recall ?? 0) / best.recall;

if (options.json)
  console.log(JSON.stringify({ files: files.length, cpuMs, own, baselines, ratio }, null, 2));
else print();

/**
 * @param {string} file
 * @returns {import('./score.js').Found[]}
 */
function analyse(file) {
  const text = readFileSync(join(folder, file), 'utf8');
  const language = extname(file).slice(1).replace(/^[mc]/, '');
  return analyseTaint({ file, text, language }).map(
    (/** @type {{ line: number, rule: string, cwe: string }} */ finding) => ({
      file,
      line: finding.line,
      rule: finding.rule,
      groups: groupsOf([finding.cwe], finding.rule),
    }),
  );
}

function print() {
  console.log(`${files.length} files, ${found.length} findings, ${cpuMs.toFixed(0)} ms CPU\n`);
  for (const { half, ...result } of own) console.log(row(`taint, ${half}`, result));
  for (const { name, ...result } of baselines) console.log(row(name, result));
  if (ratio !== undefined) console.log(`\nrecall is ${ratio.toFixed(1)} times the best linter's\n`);
  // The held half stays unseen but for its total, or it would be tuned on as well.
  const shown = own.find(({ half }) => half === options.half && half !== 'held');
  if (shown === undefined) return;
  console.log(`by weakness, ${shown.half === 'both' ? 'both halves' : 'development half'}`);
  for (const name of groupNames) {
    const tally = shown.groups[name];
    if (tally !== undefined && tally.positives + tally.negatives > 0) console.log(row(name, tally));
  }
}

/**
 * @param {string} name
 * @param {import('./score.js').Tally} tally
 */
function row(name, tally) {
  const percent = (/** @type {number} */ value) => `${(100 * value).toFixed(1).padStart(5)} %`;
  const recall = `${percent(recallOf(tally))} recall (${tally.hits}/${tally.positives})`;
  const precision = `${percent(precisionOf(tally))} precision (${tally.alarms}/${tally.negatives} alarms)`;
  return `${name.padEnd(36)} ${recall.padEnd(26)} ${precision}`;
}
