import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instantRunner } from './instant-runner.js';
import { benchInput } from './rounds.js';

/**
 * Our side: runs of the shipped host in one log, as in one repository (ground, five scans,
 * consolidation, decision, fix, promotion), with instant answers.
 *
 * @param {any} magi
 * @param {'buffered' | 'durable'} durability
 */
export async function magiSide(magi, durability) {
  const dir = mkdtempSync(join(tmpdir(), 'magi-round-'));
  const log = await magi.openEmbeddedLog({ dir });
  let runs = 0;
  let commits = 0;
  const counted = {
    ...bound(log),
    append: (/** @type {any[]} */ ...args) => {
      commits += 1;
      return log.append(...args);
    },
  };
  /** @param {number} rounds */
  async function play(rounds) {
    runs += 1;
    const handle = await magi.startRun({
      log: counted,
      run: `r${runs}`,
      runner: instantRunner(magi),
      clock: { now: () => Date.now(), setTimeout, clearTimeout },
      owner: { pid: process.pid, host: 'bench' },
      durability,
      magiVersion: 'bench',
      input: benchInput(magi, rounds),
    });
    await handle.done;
    await handle.interrupt();
  }

  return {
    play,
    /** Of one more run. @param {number} rounds */
    async size(rounds) {
      commits = 0;
      await play(rounds);
      let bytes = 0;
      for await (const line of magi.exportRun(log, `r${runs}`)) bytes += Buffer.byteLength(line);
      return {
        logBytes: Math.round(bytes / rounds),
        commits: Number((commits / rounds).toFixed(1)),
      };
    },
    async close() {
      await log.close();
      rmSync(dir, { recursive: true });
    },
  };
}

/** Methods of a log that keep their receiver when they are spread. @param {any} log */
function bound(log) {
  return Object.fromEntries(
    Object.entries(log).map(([name, value]) => [
      name,
      typeof value === 'function' ? value.bind(log) : value,
    ]),
  );
}
