import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instantRunner } from './instant-runner.js';

const RUN = 'long';

/**
 * Writes a log of exactly `size` entries through the engine: rounds of a real run, then a question,
 * and from there on messages from outside, most of which the statechart ignores.
 *
 * @param {any} magi
 * @param {number} size
 * @returns {Promise<string>} state folder that holds the log
 */
export async function longRun(magi, size) {
  const dir = mkdtempSync(join(tmpdir(), 'magi-long-'));
  const log = await magi.openEmbeddedLog({ dir });
  const handle = await magi.startRun({
    log,
    run: RUN,
    runner: instantRunner(magi),
    clock: { now: () => Date.now(), setTimeout, clearTimeout },
    owner: { pid: process.pid, host: 'bench' },
    durability: 'buffered',
    magiVersion: 'bench',
    input: magi.aRunInput(),
  });
  await handle.done;
  while (handle.view().seq < size - 1) {
    const batch = Math.min(500, size - 1 - handle.view().seq);
    await Promise.all(
      Array.from({ length: batch }, (_, k) =>
        handle.send({ type: 'remark', text: `remark ${k}` }, 'bench'),
      ),
    );
  }
  await handle.interrupt();
  await log.close();
  return dir;
}

/** Name of the run in the log that `longRun` writes. */
export const longRunId = RUN;
