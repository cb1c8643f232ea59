import { existsSync } from 'node:fs';
import { missingLog } from '../log-errors.ts';
import type { MaintainedLog } from '../maintained-log.ts';
import { loadDriver } from './driver.ts';
import { readingLog, writingLog } from './log-over-database.ts';
import { openReadOnly } from './open-read-only.ts';
import { openWritable } from './open-writable.ts';
import { databaseIn, isOnNetwork, makeStateFolder, refuseSymlinks } from './state-folder.ts';

export interface EmbeddedLogOptions {
  /** State folder; holds `magi.db` and a folder of locks. */
  readonly dir: string;
  /** Makes the folder and the database where there are none; default true unless `readOnly`. */
  readonly create?: boolean;
  /** Reads only: works beside a writer, and without permission to write. */
  readonly readOnly?: boolean;
  /** Whether the folder is reached over a network; by default the system is asked. */
  readonly onNetwork?: boolean;
  /** Told once what a person should know, for example that the folder is on a network drive. */
  readonly warn?: (message: string) => void;
  /** Milliseconds since 1970, for leases. */
  readonly now?: () => number;
}

/**
 * Opens the log of one repository: a SQLite database that many processes may use at once.
 *
 * An append is on disk before it resolves. A dead owner of a lease is replaced at once, a living one
 * never.
 *
 * @throws `MAGI_LOG_MISSING`, `MAGI_LOG_UNWRITABLE`, `MAGI_LOG_SYMLINK`, `MAGI_LOG_FOREIGN`,
 * `MAGI_LOG_NEWER`, `MAGI_LOG_CORRUPT`, `MAGI_LOG_DRIVER`
 * @see DESIGN.md
 */
export async function openEmbeddedLog(options: EmbeddedLogOptions): Promise<MaintainedLog> {
  const {
    dir,
    readOnly = false,
    create = !readOnly,
    warn = () => undefined,
    now = Date.now,
  } = options;
  refuseSymlinks(dir);
  if (!existsSync(databaseIn(dir)) && (readOnly || !create)) throw missingLog(dir);
  const file = databaseIn(dir);
  const driver = await loadDriver();
  if (readOnly) {
    const connection = await openReadOnly(driver, file);
    const onNetwork = options.onNetwork ?? isOnNetwork(dir);
    return readingLog({ connection, driver, dir, now, isOnNetwork: onNetwork });
  }
  makeStateFolder(dir);
  const onNetwork = options.onNetwork ?? isOnNetwork(dir);
  if (onNetwork) warn(`${dir} is on a network file system: appends are slower there.`);
  const connection = await openWritable(driver, file, { sharesMemory: !onNetwork });
  return writingLog({ connection, driver, dir, now, isOnNetwork: onNetwork });
}
