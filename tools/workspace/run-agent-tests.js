import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { startVitest } from 'vitest/node';

/**
 * Installs agent programs, pinned, into a folder of their own and drives them against a scripted
 * model on this machine: no account, no key, no network besides the package registry.
 *
 *     npm run test:agents                  the two that every change is tested with
 *     npm run test:agents -- claude codex  these instead; prints one line each
 */

/** @type {Record<string, Record<string, string>>} */
const packages = {
  claude: { '@anthropic-ai/claude-code': '2.1.197' },
  codex: { '@openai/codex': '0.171.0' },
  copilot: { '@github/copilot': '1.0.102' },
  gemini: { '@google/gemini-cli': '0.61.0' },
  opencode: { 'opencode-ai': '1.18.33' },
  pi: { '@mariozechner/pi-coding-agent': '0.73.1' },
  qwen: { '@qwen-code/qwen-code': '0.15.10' },
};
const always = ['gemini', 'qwen'];

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : always;
const unknown = names.filter((name) => !(name in packages));
if (unknown.length > 0) {
  console.error(
    `unknown agents: ${unknown.join(', ')}; known: ${Object.keys(packages).join(', ')}`,
  );
  process.exit(2);
}

const folder = resolve('.agents-cli');
for (const name of names) install(name);
process.env.PATH = [...names.map(binOf), process.env.PATH].join(delimiter);
process.env.MAGI_AGENT_NAMES = names.join(',');

const vitest = await startVitest('test', [], {
  watch: false,
  include: ['{apps,packages}/*/test/real/*.agents.ts'],
  testTimeout: 120_000,
  // Agents are heavy; one at a time, each test is as fast as it can be.
  fileParallelism: false,
});
for (const name of names) console.log(summaryOf(name));
await vitest.close();

/** Each agent has a folder of its own, so that none sees the packages of another. @param {string} name */
function install(name) {
  const home = join(folder, name);
  const manifest = JSON.stringify({ private: true, dependencies: packages[name] }, null, 2);
  const file = join(home, 'package.json');
  const isCurrent =
    existsSync(binOf(name)) && existsSync(file) && readFileSync(file, 'utf8') === manifest;
  if (isCurrent) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(file, manifest);
  // The programs outside of the daily two put their native part in place with an install script.
  const scripts = always.includes(name) ? ['--ignore-scripts'] : [];
  const npm = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', ...scripts];
  const { status } = spawnSync('npm', npm, { cwd: home, stdio: 'inherit' });
  if (status === 0) return;
  console.error(`${name} could not be installed`);
  process.exit(1);
}

/** @param {string} name */
function binOf(name) {
  return join(folder, name, 'node_modules', '.bin');
}

/** @param {string} name */
function summaryOf(name) {
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const own = tests.filter((test) => test.fullName.split(' ').includes(name));
  const passed = own.filter((test) => test.ok()).length;
  const [version] = Object.values(packages[name] ?? {});
  // An agent that was not driven at all must not look tested.
  if (own.length === 0 || passed < own.length) process.exitCode = 1;
  return `${name} ${version}: ${passed} of ${own.length} passed`;
}
