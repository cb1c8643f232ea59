import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundlePackage } from '../load-package.js';
import { git, makeLargeChange } from './large-change.js';

/*
 * How long is a large diff read, against `git apply --numstat` of the same diff? In pairs, each in a
 * process of its own, median of at least seven.
 *
 *   node tools/bench/change/run.js [--json] [--pairs 9]
 */
const { values: flags } = parseArgs({
  options: { json: { type: 'boolean', default: false }, pairs: { type: 'string', default: '9' } },
});
const pairs = Math.max(7, Number(flags.pairs));
const sizes = [
  { name: '20,000 files, 1 hunk each', files: 20_000, hunks: 1 },
  { name: '500 files, 100 hunks each', files: 500, hunks: 100 },
];
const bundleFile = await bundlePackage('tools/bench/change/entry.ts');
const bundle = pathToFileURL(bundleFile).href;
const { diffFlags } = await import(bundle);
/** @type {Record<string, unknown>} */
const figures = {};
for (const { name, ...size } of sizes) {
  figures[name] = measure(size);
  if (!flags.json) console.log(name, figures[name]);
}
rmSync(bundleFile);
if (flags.json) console.log(JSON.stringify(figures));

/** @param {{ files: number, hunks: number }} size */
function measure(size) {
  const folder = mkdtempSync(join(tmpdir(), 'magi-bench-'));
  try {
    makeLargeChange(folder, size);
    const raw = join(folder, 'raw.diff');
    writeFileSync(raw, git(folder, ['diff-tree', ...diffFlags, 'before', 'after']));
    const patch = join(folder, 'plain.diff');
    writeFileSync(patch, git(folder, ['diff-tree', '-p', 'before', 'after']));
    const whole = `git diff-tree -p before after | git apply --numstat`;
    const runs = Array.from({ length: pairs }, () => ({
      apply: timed('git', ['apply', '--numstat', patch], folder),
      parse: child([raw, '5']),
      pipeline: timed('sh', ['-c', whole], folder),
      read: child([folder]),
    }));
    const count = new Set(runs.flatMap(({ parse, read }) => [parse.files, read.files]));
    if (count.size !== 1 || !count.has(size.files)) throw new Error(`read ${[...count]} files`);
    const [{ parse: sample }] = /** @type {[typeof runs[number]]} */ (runs);
    return {
      inputMB: round(sample.input / 2 ** 20),
      applyMs: round(median(runs.map(({ apply }) => apply))),
      parseColdRatio: ratio(runs, ({ parse, apply }) => (parse.tookMs[0] ?? 0) / apply),
      parseWarmRatio: ratio(runs, ({ parse, apply }) => median(parse.tookMs.slice(1)) / apply),
      readRatio: ratio(runs, ({ read, pipeline }) => (read.tookMs[0] ?? 0) / pipeline),
      addedMB: round(median(runs.map(({ read }) => read.addedRss)) / 2 ** 20),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} args @returns {{ files: number, input: number, tookMs: number[], addedRss: number }} */
function child(args) {
  const file = fileURLToPath(new URL('read-child.js', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, bundle, ...args]);
  if (status !== 0) throw new Error(String(stderr));
  return JSON.parse(String(stdout));
}

/** Milliseconds of a whole process. @param {string} program @param {string[]} args @param {string} cwd */
function timed(program, args, cwd) {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(program, args, { cwd, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(String(stderr));
  return performance.now() - startedMs;
}

/** @template Run @param {readonly Run[]} runs @param {(run: Run) => number} of */
function ratio(runs, of) {
  return round(median(runs.map(of)));
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** @param {number} value */
function round(value) {
  return Number(value.toFixed(2));
}
