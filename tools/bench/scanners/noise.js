import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadPackage } from '../load-package.js';
import { printNoise } from './print-noise.js';

/*
 * Counts what the built-in scanners would have held up among changes that people have merged:
 *
 *   node tools/bench/scanners/noise.js --repo DIR [--commits 100] [--scanners a,b] [--json]
 *
 * Reads the first-parent history of HEAD; every commit is reviewed against its first parent, one
 * after the other, by the panel of the `magi` protocol with no configuration. A finding is gating
 * when its severity turns its check false; found by several scanners it counts once. Interrupted, it
 * prints what it has.
 */
const { values: options } = parseArgs({
  options: {
    repo: { type: 'string' },
    commits: { type: 'string', default: '100' },
    scanners: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(options.commits);
if (options.repo === undefined || !Number.isInteger(count) || count < 1) {
  console.error('usage: noise.js --repo DIR [--commits 100] [--scanners a,b] [--json]');
  process.exit(2);
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
findToolsBelow(resolve(root, 'packages/scanners/node_modules'));
const { openRepository, openSnapshot, resolveCandidate, addedLines } = await loadPackage(
  'packages/change/src/index.ts',
);
const { choosePanel, createScannerPool } = await loadPackage('packages/scanners/src/index.ts', {
  external: [
    '@ast-grep/napi',
    '@astral-sh/ruff-wasm-nodejs',
    '@secretlint/core',
    '@secretlint/secretlint-rule-preset-recommend',
    'jscpd',
    'oxlint',
    'oxlint-tsgolint',
    'scslre',
    'ts-morph',
  ],
});
const { magi } = await loadPackage('packages/protocols/src/index.ts');

const repository = orExit(await openRepository(resolve(options.repo)));
const pool = createScannerPool({ mode: 'inline' });
const revisions = git('log', '--first-parent', `--max-count=${count}`, '--format=%H');
/** @type {import('./print-noise.js').Noise} */
const noise = { commits: 0, addedLines: 0, gating: [], advice: 0, failures: [], scannerMs: {} };
let isStopped = false;
for (const name of ['SIGINT', 'SIGTERM'])
  process.once(name, () => {
    isStopped = true;
  });
for (const [index, rev] of revisions.entries()) {
  if (isStopped) break;
  if (process.stderr.isTTY) process.stderr.write(`\r${index + 1}/${revisions.length}`);
  await review(rev);
}
await pool.close();
if (options.json) console.log(JSON.stringify(noise, null, 2));
else printNoise(noise);

/** @param {string} rev */
async function review(rev) {
  const resolved = await resolveCandidate(repository, { mode: 'commit', rev });
  if (!resolved.ok) return;
  const candidate = resolved.value;
  noise.commits += 1;
  for (const file of candidate.files)
    if (file.excluded === undefined) noise.addedLines += addedLines(file).size;
  const snapshot = await openSnapshot(repository, candidate);
  try {
    /** @type {Set<string>} */
    const seen = new Set();
    for (const scanner of await panelOf(candidate, snapshot))
      await scan(rev, scanner, candidate, snapshot, seen);
  } finally {
    await snapshot.dispose();
  }
}

/**
 * @param {any} candidate
 * @param {any} snapshot
 * @returns {Promise<any[]>}
 */
async function panelOf(candidate, snapshot) {
  const chosen = await choosePanel({
    candidate,
    readBase: (/** @type {string} */ path) => snapshot.read('base', path),
    listBase: () => snapshot.list('base'),
    readChanged: snapshot.read,
    config: {},
    protocol: magi,
    ...(options.scanners === undefined ? {} : { scanners: options.scanners.split(',') }),
  });
  return orExit(chosen).panel;
}

/**
 * @param {string} rev
 * @param {any} scanner
 * @param {any} candidate
 * @param {any} snapshot
 * @param {Set<string>} seen
 */
async function scan(rev, scanner, candidate, snapshot, seen) {
  const signal = new AbortController().signal;
  const started = performance.now();
  const context = { snapshot, signal, cacheDir: null, progress: () => {} };
  const input = { round: 1, attempt: 1, scanner, candidate, constraints: [] };
  const answer = await pool.scan(input, context).catch((/** @type {Error} */ error) => error);
  const spent = performance.now() - started;
  noise.scannerMs[scanner.id] = (noise.scannerMs[scanner.id] ?? 0) + spent;
  if (answer instanceof Error || answer.status === 'failed') {
    const reason = answer instanceof Error ? answer.message : JSON.stringify(answer);
    noise.failures.push({ rev, scanner: scanner.id, reason: reason.slice(0, 200) });
    return;
  }
  for (const finding of answer.findings) {
    const { rule, check, severity, file, line, evidence, message } = finding;
    const key = [file, line, rule].join('\0');
    if (seen.has(key)) continue;
    seen.add(key);
    if (!turnsFalse(scanner, check, severity)) noise.advice += 1;
    else
      noise.gating.push({
        rev,
        scanner: scanner.id,
        rule,
        severity,
        file,
        line,
        evidence,
        message,
      });
  }
}

/**
 * @param {any} scanner
 * @param {string | undefined} check
 * @param {string} severity
 */
function turnsFalse(scanner, check, severity) {
  const ranks = ['info', 'warning', 'critical'];
  const spec = scanner.checks.find((/** @type {{ id: string }} */ { id }) => id === check);
  return ranks.indexOf(severity) >= ranks.indexOf(spec?.failAt ?? 'warning');
}

/** @param {string[]} args */
function git(...args) {
  const { stdout, status, stderr } = spawnSync(
    'git',
    ['-C', resolve(options.repo ?? '.'), ...args],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** @param {any} result */
function orExit(result) {
  if (result.ok) return result.value;
  console.error(result.error.message ?? JSON.stringify(result.error));
  return process.exit(2);
}

/**
 * The bundle lies in the folder of the repository, the linters in that of the package.
 *
 * @param {string} folder
 */
function findToolsBelow(folder) {
  process.env.NODE_PATH = folder;
  const { Module } = createRequire(import.meta.url)('node:module');
  Module._initPaths();
}
