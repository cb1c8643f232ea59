import { spawnSync } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundlePackage } from '../load-package.js';
import { longRun } from './long-run.js';
import { roundPairs } from './round-pairs.js';
import { LONG, SHORT } from './rounds.js';

/*
 * Measures the log and the engine as ratios, in pairs, median of at least seven.
 *
 *   node tools/bench/engine/run.js [append|replay|seek|round|rounds400] [--json] [--pairs 9]
 *
 * The rounds compare with LangGraph JS when it is installed on demand: see README.md.
 */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, pairs: { type: 'string', default: '9' } },
});
const pairs = Math.max(7, Number(flags.pairs));
const bundle = pathToFileURL(
  await bundlePackage('tools/bench/engine/entry.ts', {
    external: ['@photostructure/sqlite', 'elkjs'],
  }),
).href;
const magi = await import(bundle);
const parts = { append, replay, seek, round, rounds400 };
const wanted = positionals.length > 0 ? positionals : Object.keys(parts);
/** @type {Record<string, unknown>} */
const figures = {};
for (const name of wanted) {
  const part = parts[/** @type {keyof typeof parts} */ (name)];
  if (!part) throw new Error(`no part ${name}: say one of ${Object.keys(parts).join(', ')}`);
  figures[name] = await part();
  if (!flags.json) console.log(name, figures[name]);
}
rmSync(fileURLToPath(bundle));
if (flags.json) console.log(JSON.stringify(figures));

/** One durable entry against raw write + fdatasync of the same bytes. */
async function append() {
  const folder = mkdtempSync(join(tmpdir(), 'magi-bench-'));
  const log = await magi.openEmbeddedLog({ dir: folder });
  const file = openSync(join(folder, 'raw'), 'a');
  const body = (/** @type {number} */ seq) => ({
    v: 1,
    seq,
    at: new Date(0).toISOString(),
    run: 'run1',
    onState: 'a'.repeat(64),
    in: { type: 'done', key: 'run/scan.core/scan#1', output: { text: 'x'.repeat(560) } },
  });
  const ratios = [];
  let seq = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const count = 60;
    const bytes = Buffer.from(`${JSON.stringify(body(0))}\n`);
    const rawMs = await timed(count, () => {
      writeSync(file, bytes);
      fdatasyncSync(file);
    });
    const ourMs = await timed(count, () => magi.appendEntries(log, 'run1', [body(seq++)]));
    ratios.push(ourMs / rawMs);
  }
  await log.close();
  closeSync(file);
  rmSync(folder, { recursive: true });
  return { unit: 'x raw write + fdatasync', ...spread(ratios) };
}

/** Replay of recorded entries against JSON.parse of the same bytes and against a plain reducer. */
async function replay() {
  const rows = [];
  for (const size of [10_000, 100_000]) {
    const file = await longRun(magi, size);
    const report = inChild('replay-child.js', file);
    rows.push({ entries: size, ...report });
    rmSync(file, { recursive: true });
  }
  return rows;
}

/** `magi replay --at 90000` of a 100,000-entry log, from node start. */
async function seek() {
  const file = await longRun(magi, 100_000);
  const report = inChild('seek-child.js', file);
  rmSync(file, { recursive: true });
  return report;
}

/** A round of five instant scanners in runs of ten, beside LangGraph doing the same steps. */
function round() {
  return roundPairs(bundle, SHORT, pairs);
}

/** The same in one run of 400 rounds. */
function rounds400() {
  return roundPairs(bundle, LONG, pairs);
}

/** @param {string} script @param {string} file */
function inChild(script, file) {
  const child = spawnSync(process.execPath, [join(import.meta.dirname, script), file, bundle], {
    maxBuffer: 1e8,
  });
  if (child.status !== 0) throw new Error(String(child.stderr));
  return JSON.parse(String(child.stdout));
}

/** @param {number} count @param {() => unknown} work */
async function timed(count, work) {
  const started = performance.now();
  for (let k = 0; k < count; k += 1) await work();
  return performance.now() - started;
}

/** @param {readonly number[]} values */
function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ q) =>
    Number((sorted[Math.floor((sorted.length - 1) * q)] ?? 0).toFixed(2));
  return { median: at(0.5), min: at(0), max: at(1), pairs: sorted.length };
}
