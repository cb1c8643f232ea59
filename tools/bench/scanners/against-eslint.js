import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/*
 * What does a review of one commit cost, the first and the second time, against ESLint with
 * typescript-eslint on the files of the same commit? In pairs; median of at least seven.
 *
 *   npx nx build magi
 *   node tools/bench/scanners/against-eslint.js --repo DIR --commit REV --peers FOLDER [--pairs 7]
 *       [--modules DIR]   node_modules that fit the commit: without them no typed rule can run
 *
 * The peers are installed into FOLDER, never into our lock file. CPU is that of the process with all
 * that it started, in seconds; memory is that of its largest process.
 */
const { values: flags } = parseArgs({
  options: {
    repo: { type: 'string' },
    commit: { type: 'string', default: 'HEAD' },
    peers: { type: 'string' },
    modules: { type: 'string' },
    pairs: { type: 'string', default: '7' },
    json: { type: 'boolean', default: false },
  },
});
const { repo, commit, peers, modules } = flags;
if (!repo || !peers) throw new Error('say --repo DIR --commit REV --peers FOLDER');
const pairs = Math.max(7, Number(flags.pairs));
const packages = ['eslint@9.39.1', 'typescript-eslint@8.46.4', 'typescript@5.9.3'];
const magi = fileURLToPath(new URL('../../../apps/magi/bin/magi.js', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'magi-bench-'));
const checkout = join(scratch, 'checkout');

try {
  installPeers();
  git('.', 'clone', '-q', '--shared', '--no-checkout', repo, checkout);
  git(checkout, 'checkout', '-q', '--detach', git(repo, 'rev-parse', commit));
  if (modules) symlinkSync(resolve(modules), join(checkout, 'node_modules'), 'dir');
  const names = git(checkout, 'diff', '--name-only', '--diff-filter=AMR', 'HEAD^1', 'HEAD');
  const scripts = names.split('\n').filter((name) => /\.[cm]?[jt]sx?$/.test(name));
  const figures = {
    scripts: scripts.length,
    ...measure('syntax', scripts),
    ...(modules ? measure('types', scripts) : {}),
  };
  console.log(flags.json ? JSON.stringify(figures) : figures);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {'syntax' | 'types'} depth @param {readonly string[]} scripts */
function measure(depth, scripts) {
  const settings = join(scratch, `${depth}.json`);
  writeFileSync(
    settings,
    JSON.stringify({ scanners: { types: depth === 'types' ? 'on' : 'off' } }),
  );
  const rules = join(/** @type {string} */ (peers), `${depth}.config.mjs`);
  writeFileSync(rules, eslintConfig(depth));
  const eslint = join(/** @type {string} */ (peers), 'node_modules/eslint/bin/eslint.js');
  const runs = Array.from({ length: pairs }, () => {
    const home = mkdtempSync(join(scratch, 'home-'));
    const review = [magi, 'review', '--commit', 'HEAD', '--config', settings];
    return {
      first: timed(review, home),
      second: timed(review, home),
      eslint: timed([eslint, '--no-warn-ignored', '-c', rules, ...scripts], home),
    };
  });
  return {
    [depth]: {
      firstS: median(runs.map(({ first }) => first.cpuS)),
      eslintS: median(runs.map(({ eslint: other }) => other.cpuS)),
      eslintToFirst: median(runs.map(({ first, eslint: other }) => other.cpuS / first.cpuS)),
      secondToFirst: median(runs.map(({ first, second }) => second.cpuS / first.cpuS)),
      firstMB: median(runs.map(({ first }) => first.mb)),
      eslintMB: median(runs.map(({ eslint: other }) => other.mb)),
    },
  };
}

/** The recommended rules; nothing of the repository's own settings. @param {'syntax' | 'types'} depth */
function eslintConfig(depth) {
  const preset = depth === 'types' ? 'recommendedTypeChecked' : 'recommended';
  const options = {
    parserOptions: depth === 'types' ? { projectService: true, tsconfigRootDir: checkout } : {},
  };
  return [
    "import js from '@eslint/js';",
    "import tseslint from 'typescript-eslint';",
    `export default tseslint.config(js.configs.recommended, tseslint.configs.${preset}, {`,
    "  linterOptions: { reportUnusedDisableDirectives: 'off' },",
    `  languageOptions: ${JSON.stringify(options)},`,
    '});',
    '',
  ].join('\n');
}

/**
 * Runs node and waits for it. Findings make both programs exit with 1; anything else is no measure.
 *
 * @param {readonly string[]} args
 * @param {string} home
 * @returns {{ cpuS: number, mb: number }}
 */
function timed(args, home) {
  const script = [
    'import json, resource, subprocess, sys',
    'run = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)',
    'used = resource.getrusage(resource.RUSAGE_CHILDREN)',
    'if run.returncode > 1: sys.exit(run.stderr.decode())',
    'print(json.dumps({"cpuS": used.ru_utime + used.ru_stime, "mb": used.ru_maxrss / 1024}))',
  ].join('\n');
  const { status, stdout, stderr } = spawnSync(
    'python3',
    ['-c', script, process.execPath, ...args],
    { cwd: checkout, env: { ...process.env, MAGI_HOME: home }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${args[0]}: ${stderr}`);
  return JSON.parse(stdout);
}

function installPeers() {
  const folder = /** @type {string} */ (peers);
  mkdirSync(folder, { recursive: true });
  if (existsSync(join(folder, 'node_modules/typescript-eslint'))) return;
  writeFileSync(join(folder, 'package.json'), '{ "name": "bench-peers", "private": true }\n');
  const args = ['install', '-E', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('the peers cannot be installed');
}

/** @param {string} cwd @param {readonly string[]} args */
function git(cwd, ...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout.trim();
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2));
}
