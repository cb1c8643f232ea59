import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startVitest } from 'vitest/node';

/**
 * Drives the page of the inspector in a real Chromium: no account, no network.
 *
 *     npm run test:browser
 *     npm run test:browser -- live     only files whose name contains "live"
 *     CHROMIUM_PATH=/opt/chromium npm run test:browser
 */

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

const chromium = findChromium();
if (chromium === null) {
  console.error(
    [
      'No Chromium was found, so the page cannot be tested in a browser.',
      '  Debian, Ubuntu: apt-get install -y chromium',
      '  elsewhere: install Chromium or Chrome, or set CHROMIUM_PATH to the program',
    ].join('\n'),
  );
  process.exit(1);
}
process.env.CHROMIUM_PATH = chromium;

const { status } = spawnSync('npx', ['nx', 'build', 'magi'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const vitest = await startVitest('test', process.argv.slice(2), {
  watch: false,
  dir: 'apps/inspector/test',
  include: ['**/*.browser.ts'],
  reporters: ['default', './tools/workspace/count-reporter.js'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // One browser at a time: with two, both are slow.
  fileParallelism: false,
});
await vitest.close();

/** The program that `CHROMIUM_PATH` names, else the first one that is installed. */
function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isProgram(named) ? named : null;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...elsewhere].find(isProgram) ?? null;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
