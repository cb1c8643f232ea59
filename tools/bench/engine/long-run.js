import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  const panel = ['core', 'security', 'performance', 'style', 'tests'].map((id) =>
    magi.aScanner(id),
  );
  /** @type {Record<string, (input: any) => unknown>} */
  const answers = {
    ground: ({ round }) => ({
      candidate: magi.aCandidate({ head: `head${round}` }),
      panel,
      configHash: '0'.repeat(64),
      dispositions: [],
    }),
    scan: ({ scanner, candidate }) =>
      magi.aCompletedReview(scanner, candidate, scanner.id === 'core' ? ['core_is_fine'] : []),
    fix: ({ attempt, candidate }) => ({
      outcome: 'changed',
      fixer: 'bench',
      startedFrom: candidate.head.commit,
      commit: `head${attempt + 1}`,
      tree: `tree-of-head${attempt + 1}`,
      written: [],
      dispositions: [],
      conflicts: [],
    }),
    promote: ({ commit }) => ({ outcome: 'promoted', head: commit, tree: `tree-of-${commit}` }),
    discard: () => ({}),
  };
  const handle = await magi.startRun({
    log,
    run: RUN,
    runner: { run: async (/** @type {any} */ { kind, input }) => answers[kind]?.(input) },
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
