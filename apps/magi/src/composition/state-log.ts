import { existsSync, statSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { MagiError } from '@magi/contracts';
import { type MaintainedLog, openEmbeddedLog } from '@magi/event-log';
import { makeFolder } from './make-folder.ts';
import type { StateFolders } from './state-folder.ts';

/** An open log and the folder that it stands in. */
export interface StateLog {
  readonly log: MaintainedLog;
  readonly dir: string;
}

/**
 * Makes sure that no symbolic link stands where state is kept, before anything is written there.
 *
 * @throws `MAGI_STATE_SYMLINK`
 */
export async function refuseLinkedState({ preferred }: StateFolders): Promise<void> {
  const entry = await lstat(preferred).catch(() => null);
  if (entry === null || !entry.isSymbolicLink()) return;
  throw new MagiError(
    'MAGI_STATE_SYMLINK',
    `${preferred} is a symbolic link; state is not kept behind one.`,
    {
      hint: 'Remove the link, or set MAGI_HOME to the folder that you mean.',
      exitCode: 5,
    },
  );
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
    await makeStateFolder(preferred);
    return { log: await openEmbeddedLog({ dir: preferred, warn }), dir: preferred };
  } catch (error) {
    const isUnwritable = error instanceof MagiError && error.code === 'MAGI_LOG_UNWRITABLE';
    if (!isUnwritable || fallback === null) throw error;
    warn(`${preferred} cannot be written; the state of this run is kept in ${fallback}.`);
    return { log: await openEmbeddedLog({ dir: fallback, warn }), dir: fallback };
  }
}

async function makeStateFolder(dir: string): Promise<void> {
  await makeFolder(dir, 0o700).catch((cause: Error) => {
    throw new MagiError('MAGI_LOG_UNWRITABLE', `${dir} cannot be made: ${cause.message}`, {
      hint: 'Set MAGI_HOME to a folder that you may write to, or mend the permissions.',
      exitCode: 2,
      cause,
    });
  });
}

/** Opens the logs that exist, read-only; both when runs were kept in either folder. */
export async function openStateLogs({ preferred, fallback }: StateFolders): Promise<StateLog[]> {
  const dirs = [preferred, ...(fallback === null ? [] : [fallback])];
  dirs.forEach(refuseFile);
  const present = dirs.filter((dir) => existsSync(join(dir, 'magi.db')));
  return Promise.all(
    present.map(async (dir) => ({ log: await openEmbeddedLog({ dir, readOnly: true }), dir })),
  );
}

/** A file where the folder belongs is a mistake to be named, not a place without runs. */
function refuseFile(dir: string): void {
  const info = statSync(dir, { throwIfNoEntry: false });
  if (info === undefined || info.isDirectory()) return;
  throw new MagiError('MAGI_STATE_NO_FOLDER', `${dir} is no folder, so no state can be in it.`, {
    hint: 'Set MAGI_HOME to the folder that you mean.',
    exitCode: 2,
  });
}
