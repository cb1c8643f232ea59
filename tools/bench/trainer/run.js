import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadPackage } from '../load-package.js';
import { checks, simulateHistory, trueUselessness } from './simulate.js';

/*
 * Measures the trainer on simulated histories with known truth.
 *
 *   node tools/bench/trainer/run.js [--histories 200] [--runs 160] [--json] [--large]
 *
 * `--large` times a report over 10,000 runs instead.
 */
const { values: flags } = parseArgs({
  options: {
    histories: { type: 'string', default: '200' },
    runs: { type: 'string', default: '160' },
    json: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
  },
});
const trainer = await loadPackage('packages/trainer/src/index.ts', { external: ['ts-morph'] });
const testing = await loadPackage('packages/trainer/src/testing/index.ts');
const kit = /** @type {any} */ ({ ...testing, seededRandom: trainer.seededRandom });
const kindOf = new Map(checks);

if (flags.large) measureLarge();
else await measureHistories();

async function measureHistories() {
  const histories = Number(flags.histories);
  const total = {
    retired: 0,
    retiredRightly: 0,
    demoted: 0,
    demotedRightly: 0,
    reworded: 0,
    rewordedRightly: 0,
    planted: 0,
    plantedFound: 0,
    falsePromotions: 0,
    belowBar: 0,
    intervals: 0,
    covering: 0,
  };
  for (let seed = 1; seed <= histories; seed += 1) {
    const clusters = seed % 3;
    const runs = simulateHistory(kit, { seed, runs: Number(flags.runs), clusters });
    const { proposals, scorecards } = await trainer.studyRuns(() => runs);
    count(total, proposals, clusters);
    cover(total, scorecards);
    // A short history is below every bar: whatever is proposed from it is wrong.
    const early = await trainer.studyRuns(() => runs.slice(0, 12));
    total.belowBar += early.proposals.filter(
      (/** @type {any} */ { edit }) => edit.kind !== 'promote',
    ).length;
  }
  const rows = {
    'proposed retirements that are truly useless': [total.retiredRightly, total.retired, '≥ 95 %'],
    'proposed demotions of checks that are noisy': [total.demotedRightly, total.demoted, ''],
    'proposed rewordings of checks that are flaky': [total.rewordedRightly, total.reworded, ''],
    'planted clusters promoted': [total.plantedFound, total.planted, '≥ 80 %'],
    'intervals that cover the truth': [total.covering, total.intervals, '93–97 %'],
  };
  const figures = { histories, ...total };
  if (flags.json) console.log(JSON.stringify(figures));
  else {
    console.log(`${histories} histories of ${flags.runs} runs`);
    for (const [what, [hit, of, goal]] of Object.entries(rows))
      console.log(
        `${what.padEnd(48)} ${String(hit).padStart(5)} of ${String(of).padStart(5)}  ${((100 * Number(hit)) / Number(of)).toFixed(1)} %  ${goal}`,
      );
    console.log(`${'proposals below the evidence bar'.padEnd(48)} ${total.belowBar}  0`);
    console.log(`${'promotions of what was never planted'.padEnd(48)} ${total.falsePromotions}`);
  }
}

/** @param {Record<string, number>} total @param {any[]} proposals @param {number} clusters */
function count(total, proposals, clusters) {
  const add = (/** @type {string} */ key, by = 1) => (total[key] = (total[key] ?? 0) + by);
  const found = new Set();
  for (const { edit } of proposals) {
    const kind = kindOf.get(edit.check);
    if (edit.kind === 'retire') {
      add('retired');
      if (kind === 'dead' || (kind && (trueUselessness(kind) ?? 0) > 0.5)) add('retiredRightly');
    } else if (edit.kind === 'demote') {
      add('demoted');
      if (kind && (trueUselessness(kind) ?? 0) > 0.1) add('demotedRightly');
    } else if (edit.kind === 'reword') {
      add('reworded');
      if (kind === 'flaky') add('rewordedRightly');
    } else if (edit.kind === 'promote') {
      const cluster = edit.rules.find((/** @type {string} */ rule) => rule.startsWith('note-'));
      if (cluster) found.add(cluster);
      else add('falsePromotions');
    }
  }
  add('planted', clusters);
  add('plantedFound', found.size);
}

/** @param {Record<string, number>} total @param {any[]} cards */
function cover(total, cards) {
  for (const { check, notUseful } of cards) {
    const kind = kindOf.get(check);
    // A flip while false counts as useless too, so the flaky kind has no simple truth.
    const truth = kind === undefined || kind === 'flaky' ? null : trueUselessness(kind);
    if (truth === null) continue;
    total.intervals = (total.intervals ?? 0) + 1;
    if (notUseful.low <= truth && truth <= notUseful.high)
      total.covering = (total.covering ?? 0) + 1;
  }
}

/** The runs go through a file, as from an export, so that only reading and judging is measured. */
function measureLarge() {
  const folder = mkdtempSync(join(tmpdir(), 'magi-train-'));
  const file = join(folder, 'runs.jsonl');
  const handle = openSync(file, 'w');
  for (const run of simulateHistory(kit, { seed: 1, runs: 10_000, clusters: 2 }))
    writeSync(handle, `${JSON.stringify({ ...run, protocol: null })}\n`);
  closeSync(handle);
  const child = spawnSync(process.execPath, [join(import.meta.dirname, 'judge-file.js'), file]);
  rmSync(folder, { recursive: true });
  if (child.status !== 0) throw new Error(String(child.stderr));
  const figures = JSON.parse(String(child.stdout));
  console.log(flags.json ? JSON.stringify(figures) : figures);
}
