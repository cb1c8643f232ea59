import { replay } from '@magi/engine/replay';
import { openEmbeddedLog } from '@magi/event-log';
import type { RunSoFar } from './agent-desk.ts';
import { readRun } from './read-run.ts';

/** What a run has used and who has still to answer, from its log alone. */
export async function runSoFar(stateDir: string, run: string): Promise<RunSoFar> {
  const log = await openEmbeddedLog({ dir: stateDir, readOnly: true });
  try {
    const { context } = replay(await readRun(log, run)).view;
    const answered = new Set(context.reviews.map(({ scanner }) => scanner));
    return { waiting: context.panel.filter(({ id }) => !answered.has(id)), costs: context.costs };
  } finally {
    await log.close();
  }
}

/** Keeps bytes beside the log of a state folder; nothing is opened before there are any. */
export function blobKeeper(stateDir: string): (bytes: Uint8Array) => Promise<string> {
  return async (bytes) => {
    const log = await openEmbeddedLog({ dir: stateDir });
    try {
      return await log.putBlob(bytes);
    } finally {
      await log.close();
    }
  };
}
