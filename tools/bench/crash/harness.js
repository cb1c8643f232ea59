import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePackage } from '../load-package.js';

const EXTERNAL = ['@photostructure/sqlite', 'elkjs'];

/**
 * @typedef {object} Life what became of a run that was killed and gone on with
 * @property {string} outcome
 * @property {string} stateHash
 * @property {string} spent
 * @property {number} entries
 * @property {number} again finished effects that were started again; must be 0
 * @property {boolean} isSound chain, schema and numbering are intact
 */

/** Bundles the shipped code once and gives a function that plays a run under kills. */
export async function openHarness() {
  const bundle = await bundlePackage('tools/bench/engine/entry.ts', { external: EXTERNAL });
  const magi = await import(pathToFileURL(bundle).href);
  return {
    /** @param {readonly Kill[]} kills @returns {Promise<Life>} */
    play: (kills) => playRun(magi, bundle, kills),
    close: () => rmSync(bundle, { force: true }),
  };
}

/** @typedef {{ entry: number } | { afterMs: number }} Kill */

/** @param {any} magi @param {string} bundle @param {readonly Kill[]} kills */
async function playRun(magi, bundle, kills) {
  const folder = mkdtempSync(join(tmpdir(), 'magi-crash-'));
  try {
    let again = 0;
    for (const kill of kills) {
      again += await live(magi, bundle, folder, kill);
    }
    again += await live(magi, bundle, folder, null);
    return { ...(await resultOf(magi, folder)), again };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * One life of the process.
 *
 * @param {any} magi @param {string} bundle @param {string} folder @param {Kill | null} kill
 * @returns {Promise<number>} effects that the log had finished before this life and that it started again
 */
async function live(magi, bundle, folder, kill) {
  const finished = await finishedKeys(magi, folder);
  const linesBefore = ledger(folder).length;
  const args = [join(import.meta.dirname, 'worker.js'), pathToFileURL(bundle).href, folder];
  if (kill && 'entry' in kill) args.push(String(kill.entry));
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const timer =
    kill && 'afterMs' in kill ? setTimeout(() => child.kill('SIGKILL'), kill.afterMs) : undefined;
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  if (kill === null && code !== 0) throw new Error(`the last life failed: ${stderr}`);
  return ledger(folder)
    .slice(linesBefore)
    .filter((line) => line.startsWith('start ') && finished.has(line.slice('start '.length)))
    .length;
}

/** @param {any} magi @param {string} folder */
async function finishedKeys(magi, folder) {
  const keys = new Set();
  if (!existsSync(join(folder, 'magi.db'))) return keys;
  const log = await magi.openEmbeddedLog({ dir: folder });
  try {
    for await (const { entry } of magi.readEntries(log, 'run1'))
      if (entry.in?.type === 'done' || entry.in?.type === 'fail') keys.add(entry.in.key);
  } finally {
    await log.close();
  }
  return keys;
}

/** @param {any} magi @param {string} folder */
async function resultOf(magi, folder) {
  const log = await magi.openEmbeddedLog({ dir: folder });
  try {
    const entries = [];
    for await (const { entry } of magi.readEntries(log, 'run1')) entries.push(entry);
    const { stateHash, view } = magi.replay(entries);
    const { ok } = await magi.verifyRun(log, 'run1');
    const isNumbered = entries.every((entry, index) => entry.seq === index);
    return {
      outcome: `${view.terminal?.outcome}: ${view.terminal?.reason}`,
      stateHash,
      spent: JSON.stringify([view.spent, Object.entries(view.costs).sort()]),
      entries: entries.length,
      isSound: ok && isNumbered,
    };
  } finally {
    await log.close();
  }
}

/** @param {string} folder */
function ledger(folder) {
  const file = join(folder, 'ledger');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}
