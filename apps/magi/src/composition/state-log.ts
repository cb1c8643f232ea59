import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MagiError } from '@magi/contracts';
import { type MaintainedLog, openEmbeddedLog } from '@magi/event-log';
import type { StateFolders } from './state-folder.ts';

/** An open log and the folder that it stands in. */
export interface StateLog {
  readonly log: MaintainedLog;
  readonly dir: string;
}

/**
 * Opens the log for writing, in the fallback folder where the first cannot be written.
 *
 * @param warn told why the fallback is used
 */
export async function openStateLog(
  { preferred, fallback }: StateFolders,
  warn: (message: string) => void,
): Promise<StateLog> {
  try {
    return { log: await openEmbeddedLog({ dir: preferred, warn }), dir: preferred };
  } catch (error) {
    const isUnwritable = error instanceof MagiError && error.code === 'MAGI_LOG_UNWRITABLE';
    if (!isUnwritable || fallback === null) throw error;
    warn(`${preferred} cannot be written; the state of this run is kept in ${fallback}.`);
    return { log: await openEmbeddedLog({ dir: fallback, warn }), dir: fallback };
  }
}

/** Opens the logs that exist, read-only; both when runs were kept in either folder. */
export async function openStateLogs({ preferred, fallback }: StateFolders): Promise<StateLog[]> {
  const dirs = [preferred, ...(fallback === null ? [] : [fallback])];
  const present = dirs.filter((dir) => existsSync(join(dir, 'magi.db')));
  return Promise.all(
    present.map(async (dir) => ({ log: await openEmbeddedLog({ dir, readOnly: true }), dir })),
  );
}
