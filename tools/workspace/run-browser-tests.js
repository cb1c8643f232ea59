import { spawnSync } from 'node:child_process';
import { startVitest } from 'vitest/node';
import { findChromium, howToGetChromium } from './find-chromium.js';

/**
 * Drives the page of the inspector in a real Chromium: no account, no network.
 *
 *     npm run test:browser
 *     npm run test:browser -- live     only files whose name contains "live"
 *     CHROMIUM_PATH=/opt/chromium npm run test:browser
 */

const chromium = findChromium();
if (chromium === null) {
  console.error(`${howToGetChromium}\nWithout it, the page cannot be tested in a browser.`);
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
